import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

export const SUITES = { 12: 'bookworm', 13: 'trixie' } as const
export type Suite = (typeof SUITES)[keyof typeof SUITES]

interface MachineOptions {
  /** host name; its folder begins with it */
  name?: string
  /** 'private': a loopback of its own; 'host': the host's network; otherwise the path of a namespace made by `ip netns` */
  network?: 'private' | 'host' | `/${string}`
}

interface RunOptions {
  input?: string
  /** called with output of both streams, in order, when it arrives */
  onOutput?: (text: string) => void
  /**
   * Network of this command, for a machine with a private network on which a command such as apt-get needs the internet: 'host'
   * for this process's own, or the path of a network namespace.
   */
  network?: 'host' | `/${string}` | undefined
  timeoutMs?: number
}

export interface Ended {
  /** exit code; 124 if it was killed at its timeout */
  code: number
  /** stdout and stderr, in order */
  output: string
}

/** Folder with each suite as debootstrap made it. Making one takes half a minute, copying it a second. */
export const KEPT = process.env.BARE_DEBIAN || '/var/tmp/bare'
const MACHINES = join(KEPT, 'machines')
/** procps brings /bin/kill, with which Debian 12 reloads PgBouncer. Debian's installer installs it, debootstrap does not. */
const PACKAGES = 'systemd,systemd-sysv,dbus,ca-certificates,curl,procps'
const MIRROR = 'http://deb.debian.org/debian'
/** Environment of a login as root. */
export const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
}
const BOOT_MS = 90_000
const POWER_OFF_MS = 60_000

/** Reason why bare machines cannot be booted here; undefined if they can. */
export function whyNoBareDebian(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can boot a machine'
  const missing = ['systemd-nspawn', 'nsenter', 'setpriv', 'debootstrap'].filter((name) => !has(name))
  return missing.length > 0
    ? `missing: ${missing.join(', ')} (apt-get install systemd-container debootstrap)`
    : undefined
}

/**
 * A machine with a small Debian as the installer leaves it: its own files, processes, users and systemd on this kernel. It ends
 * with this process, also if that is killed; its folder then stays until the next machine is made.
 */
export class BareDebian {
  readonly suite: Suite
  readonly folder: string
  readonly #name: string
  readonly #network: NonNullable<MachineOptions['network']>
  readonly #groups: string[]
  #booted: { leader: number; ended: Promise<unknown> } | undefined

  private constructor(suite: Suite, { name = suite, network = 'private' }: MachineOptions) {
    this.suite = suite
    this.#name = name
    this.#network = network
    const unique = `${process.pid}-${name}-${process.hrtime.bigint()}`
    this.folder = join(MACHINES, unique)
    this.#groups = groupsOf(unique)
  }

  static async boot(suite: Suite, options: MachineOptions = {}): Promise<BareDebian> {
    const kept = keepSuite(suite)
    await removeLeftovers()
    const machine = new BareDebian(suite, options)
    try {
      mkdirSync(MACHINES, { recursive: true })
      await promisify(execFile)('cp', ['--archive', '--reflink=auto', kept, machine.folder])
      writeFileSync(join(machine.folder, 'etc/hostname'), `${machine.#name}\n`)
      await machine.boot()
      return machine
    } catch (error) {
      await machine.remove()
      throw error
    }
  }

  /** Id of the machine's first process, for what `run` cannot do. */
  get leader(): number {
    if (!this.#booted) throw new Error(`${this.#name} is off`)
    return this.#booted.leader
  }

  /** Boots and resolves when systemd has started everything. Works also after `powerOff` or `cutPower`. */
  async boot(): Promise<void> {
    // Each machine has its own control group; otherwise one would treat another's processes as leftovers.
    for (const group of this.#groups) mkdirSync(group, { recursive: true })
    const enter = 'until [ "$1" = -- ]; do echo $$ > "$1/cgroup.procs" || exit; shift; done; shift; exec "$@"'
    const nspawn = spawn(
      'sh',
      [
        ...['-c', enter, 'sh', ...this.#groups, '--', 'setpriv', '--pdeathsig', 'KILL', '--'],
        // systemd-nspawn's children outlive it, unless both are in a process namespace, which ends with its first process.
        ...['unshare', '--pid', '--fork', '--kill-child', '--mount-proc', 'systemd-nspawn'],
        // The host may have no systemd to register with ('Failed to open system bus').
        ...['--boot', '--register=no', '--keep-unit', '--quiet', '--console=pipe', '--link-journal=no'],
        ...['--resolv-conf=replace-host', '--timezone=off', `--machine=${this.#name}`, `--directory=${this.folder}`],
        ...(this.#network === 'private' ? ['--private-network'] : []),
        ...(this.#network.startsWith('/') ? [`--network-namespace-path=${this.#network}`] : []),
      ],
      // Without this systemd logs with the kernel's clock and for the kernel's terminal.
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TERM: 'dumb' } },
    )
    let said = ''
    for (const stream of [nspawn.stdout, nspawn.stderr]) stream.on('data', (text) => (said += text))
    const ended = once(nspawn, 'exit').then(() => {
      this.#booted = undefined
    })
    for (const deadline = Date.now() + BOOT_MS; ; await delay(100)) {
      if (nspawn.exitCode !== null || nspawn.signalCode !== null) throw new Error(`no boot of ${this.#name}: ${said}`)
      if (Date.now() > deadline) {
        nspawn.kill('SIGKILL')
        throw new Error(`${this.#name} did not come up: ${said}`)
      }
      const leader = nspawn.pid === undefined ? undefined : systemdBelow(nspawn.pid)
      if (leader === undefined) continue
      this.#booted = { leader, ended }
      const { output } = await this.run('systemctl is-system-running --wait', { timeoutMs: BOOT_MS })
      if (/^(running|degraded)$/m.test(output)) return
    }
  }

  /** Runs a command in a root shell, as after a login. Processes that it leaves in the background keep running. */
  async run(command: string, { input = '', onOutput, network, timeoutMs = 900_000 }: RunOptions = {}): Promise<Ended> {
    const shell = spawn('nsenter', [...this.into(network), 'bash', '-c', command], {
      env: ENVIRONMENT,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        onOutput?.(text)
      })
    // A command that does not read its input may end before the input is written.
    shell.stdin.on('error', () => {}).end(input)
    const late = setTimeout(() => shell.kill('SIGKILL'), timeoutMs)
    // Not 'close': a background process may keep the streams open for ever.
    const [code] = await once(shell, 'exit')
    clearTimeout(late)
    await delay(20)
    return { code: code ?? 124, output }
  }

  /** Like `run`, but throws if the command fails; returns its output. */
  async must(command: string, options: RunOptions = {}): Promise<string> {
    const { code, output } = await this.run(command, options)
    if (code !== 0) throw new Error(`${this.#name}: '${command}' ended with ${code}: ${output.slice(-2000)}`)
    return output
  }

  /** Arguments of `nsenter` that start a program of the machine in it, as `run` does. */
  into(network?: RunOptions['network']): string[] {
    const net = network === undefined ? ['--net'] : network === 'host' ? [] : [`--net=${network}`]
    const spaces = ['--mount', '--uts', '--ipc', '--pid', '--cgroup', ...net]
    return [`--target=${this.leader}`, ...spaces, '--root', '--wdns=/root', '--']
  }

  /** Arguments of `nsenter` that start a program of the host in this machine's network. */
  inNetwork(): string[] {
    return [`--target=${this.leader}`, '--net', '--']
  }

  /** Shuts down as the power button does: processes are asked to end. */
  async powerOff(): Promise<void> {
    const booted = this.#booted
    if (!booted) return
    await this.run('systemctl poweroff', { timeoutMs: 10_000 }).catch(() => {})
    const off = await Promise.race([booted.ended.then(() => true), delay(POWER_OFF_MS, false, { ref: false })])
    if (!off) await this.cutPower()
  }

  /** Kills all processes at once. Writes that were not synced survive, because the host holds them. */
  async cutPower(): Promise<void> {
    const booted = this.#booted
    if (!booted) return
    process.kill(booted.leader, 'SIGKILL')
    await booted.ended
  }

  /** Ends the machine, also one that never booted, and deletes its files. */
  async remove(): Promise<void> {
    await this.cutPower()
    await removeMachine(this.folder, this.#groups)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove()
  }
}

function has(program: string): boolean {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin']
  return folders.some((folder) => existsSync(join(folder, program)))
}

/** Makes the suite's folder unless it exists, which needs the network; returns the folder. */
export function keepSuite(suite: Suite): string {
  const kept = join(KEPT, suite)
  if (existsSync(join(kept, 'usr/bin/bash'))) return kept
  const making = `${kept}.${process.pid}`
  execFileSync('debootstrap', ['--variant=minbase', `--include=${PACKAGES}`, suite, making, MIRROR], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  renameSync(making, kept)
  return kept
}

/** Folders of this process's control groups: that of version 2, and on older hosts that of systemd. */
function controlGroups(): string[] {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, root, at, type, options] = /^\S+ \S+ \S+ (\S+) (\S+) .* - (cgroup2?) \S+ (\S+)$/.exec(line) ?? []
      return at === undefined || root === undefined ? [] : [{ root, at, type, options }]
    })
  return readFileSync('/proc/self/cgroup', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
      if (path === undefined || (controllers !== '' && controllers !== 'name=systemd')) return []
      const mount = mounts.find(({ type, options }) =>
        controllers === '' ? type === 'cgroup2' : options?.split(',').includes('name=systemd'),
      )
      return mount ? [join(mount.at, path)] : []
    })
}

/** Finds the nearest descendant of a process that is called systemd. */
function systemdBelow(pid: string | number): number | undefined {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    const systemd = children.find((child) => readFileSync(`/proc/${child}/comm`, 'utf8') === 'systemd\n')
    if (systemd !== undefined) return Number(systemd)
    return children.map(systemdBelow).find((found) => found !== undefined)
  } catch {
    return undefined
  }
}

const groupsOf = (unique: string) => controlGroups().map((group) => join(group, unique))

/** Removes machines of killed runs. */
async function removeLeftovers(): Promise<void> {
  for (const name of existsSync(MACHINES) ? readdirSync(MACHINES) : [])
    if (!existsSync(`/proc/${name.split('-')[0]}`)) await removeMachine(join(MACHINES, name), groupsOf(name))
}

async function removeMachine(folder: string, groups: readonly string[]): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  for (const group of groups)
    if (existsSync(group)) execFileSync('find', [group, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';'])
}
