import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

export const MACHINES = ['one', 'two', 'three'] as const
export type MachineName = (typeof MACHINES)[number]

/** A network of three machines that reach each other and nothing else, at the addresses of deploy/ha/hosts. */
export interface ClusterNetwork {
  /** the network namespace of a machine, as a path */
  of(name: MachineName): `/run/netns/${string}`
  /** pulls a machine's cable, or puts it back */
  cut(name: MachineName): void
  heal(name: MachineName): void
  remove(): void
}

const PREFIX = 'wiskunde-ha'
const NAMESPACES = '/run/netns'

/** Named after `pid`, which is who goes on to use it: what a killed run left is removed first. */
export function openNetwork(pid: number): ClusterNetwork {
  removeLeftovers()
  const namespaceOf = (name: MachineName | 'switch') => `${PREFIX}-${pid}-${name}`
  const onSwitch = (...args: string[]) => ip('-n', namespaceOf('switch'), 'link', ...args)
  ip('netns', 'add', namespaceOf('switch'))
  onSwitch('add', 'bridge', 'type', 'bridge')
  onSwitch('set', 'bridge', 'up')
  for (const [n, name] of MACHINES.entries()) {
    const own = namespaceOf(name)
    ip('netns', 'add', own)
    onSwitch('add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', own)
    onSwitch('set', name, 'master', 'bridge', 'up')
    ip('-n', own, 'link', 'set', 'lo', 'up')
    ip('-n', own, 'address', 'add', `10.0.0.${n + 1}/24`, 'dev', 'eth0')
    ip('-n', own, 'link', 'set', 'eth0', 'up')
  }
  return {
    of: (name) => `${NAMESPACES}/${namespaceOf(name)}`,
    cut: (name) => onSwitch('set', name, 'down'),
    heal: (name) => onSwitch('set', name, 'up'),
    remove: () => {
      for (const name of [...MACHINES, 'switch'] as const) ip('netns', 'delete', namespaceOf(name))
    },
  }
}

/** The one that another process opened. */
export function joinNetwork(pid: number): Pick<ClusterNetwork, 'of' | 'cut' | 'heal'> {
  const set = (name: string, how: string) => ip('-n', `${PREFIX}-${pid}-switch`, 'link', 'set', name, how)
  return {
    of: (name) => `${NAMESPACES}/${PREFIX}-${pid}-${name}`,
    cut: (name) => set(name, 'down'),
    heal: (name) => set(name, 'up'),
  }
}

function removeLeftovers(): void {
  for (const name of listNamespaces()) {
    const pid = new RegExp(`^${PREFIX}-(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !readdirSync('/proc').includes(pid)) ip('netns', 'delete', name)
  }
}

function listNamespaces(): string[] {
  try {
    return readdirSync(NAMESPACES)
  } catch {
    return []
  }
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] })
