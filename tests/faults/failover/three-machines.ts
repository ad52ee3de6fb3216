import { execFileSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../../scripts/root.ts'
import { BareDebian } from '../../support/bare-debian.ts'
import { type ClusterNetwork, MACHINES, type MachineName } from './cluster-network.ts'
import type { PageBlock } from './follow-page.ts'

export type DatabaseMachine = 'one' | 'two'
export const DATABASE_MACHINES: readonly DatabaseMachine[] = ['one', 'two']
export const otherOf = (name: DatabaseMachine): DatabaseMachine => (name === 'one' ? 'two' : 'one')

/** PostgreSQL's data of a machine: as large as max_wal_size of deploy/postgres and more, taken only as it is filled. */
const DISK_BYTES = 5 * 2 ** 30
const DATA = 'var/lib/postgresql'

/** Three bare machines of Debian 13 that have nothing but what the page brings to them. */
export class ThreeMachines implements AsyncDisposable {
  readonly #machines = new Map<MachineName, BareDebian>()
  readonly #network: Pick<ClusterNetwork, 'of' | 'cut' | 'heal'>
  readonly #outside: `/${string}`
  readonly #disks = mkdtempSync(join(tmpdir(), `wiskunde-ha-${process.pid}-`))
  readonly #mounted = new Map<MachineName, string>()
  readonly #paused = new Set<MachineName>()

  private constructor(network: ThreeMachines['network'], outside: `/${string}`) {
    this.#network = network
    this.#outside = outside
  }

  get network(): Pick<ClusterNetwork, 'of' | 'cut' | 'heal'> {
    return this.#network
  }

  /** `outside`: a network namespace from which Debian's packages can be had. */
  static async boot(network: ThreeMachines['network'], outside: `/${string}`): Promise<ThreeMachines> {
    removeLeftoverDisks()
    const all = new ThreeMachines(network, outside)
    process.on('exit', all.#unmount)
    try {
      for (const name of MACHINES) await all.#make(name)
    } catch (error) {
      await all[Symbol.asyncDispose]()
      throw error
    }
    return all
  }

  /** Another machine of the same name and address, with nothing on it. */
  async replace(name: DatabaseMachine): Promise<void> {
    const lost = this.at(name)
    await lost.cutPower()
    execFileSync('umount', ['--lazy', this.#mounted.get(name) ?? ''])
    this.#mounted.delete(name)
    await lost.remove()
    await this.#make(name)
  }

  at(name: MachineName): BareDebian {
    const machine = this.#machines.get(name)
    if (!machine) throw new Error(`${name} was not made`)
    return machine
  }

  /** Does what the page says on each machine that it says, at once on all; throws at what does not come out so. */
  async follow(block: PageBlock): Promise<void> {
    const outputs = await Promise.all(
      block.machines.map(async (name) => {
        const network = block.commands.includes('apt-get') ? this.#outside : undefined
        const output = await this.at(name).must(`set -euo pipefail\n${block.commands}`, { network, timeoutMs: 300_000 })
        return output
      }),
    )
    for (const expected of block.prints)
      if (!outputs.some((output) => output.includes(expected)))
        throw new Error(`'${expected}' was not printed by\n${block.commands}\nbut\n${outputs.join('\n')}`)
  }

  /**
   * The machine that calls itself primary, asked from the third machine; undefined while there is none. A machine that
   * was cut off reports for a while the cluster that it last saw.
   */
  async primary(): Promise<DatabaseMachine | undefined> {
    for (const name of DATABASE_MACHINES) if ((await this.#ask(name, 'primary')) !== undefined) return name
    return undefined
  }

  /** Whether one is primary and the other has everything that it acknowledged. */
  async isWhole(): Promise<boolean> {
    return (await this.#members()).some(({ role, state }) => role === 'sync_standby' && state === 'streaming')
  }

  /** Whether one is primary, the other follows, and nobody waits for that. */
  async isAlone(): Promise<boolean> {
    return (await this.#members()).some(({ role, state }) => role === 'replica' && state === 'streaming')
  }

  /** Members of the cluster as the primary sees them. */
  async #members(): Promise<{ name: DatabaseMachine; role: string; state: string }[]> {
    const primary = await this.primary()
    const cluster = primary && (await this.#ask(primary, 'cluster'))
    return cluster ? JSON.parse(cluster).members : []
  }

  /** Patroni's answer there (patroni.readthedocs.io, rest_api); undefined when it is none or a refusal. */
  async #ask(name: DatabaseMachine, path: 'primary' | 'cluster'): Promise<string | undefined> {
    const { code, output } = await this.at('three').run(`curl -sf -m 2 http://${name}:8008/${path}`)
    return code === 0 ? output : undefined
  }

  /** Stops every process of a machine where it is, as a machine that hangs or a virtual one that is moved does. */
  pause(name: MachineName): void {
    this.#paused.add(name)
    for (const pid of this.#processesOf(name)) signal(pid, 'SIGSTOP')
  }

  goOn(name: MachineName): void {
    this.#paused.delete(name)
    const own = this.#processesOf(name)
    // nsenter, outside, stops along with what it started, and would never see that end.
    for (const pid of new Set(own.flatMap((one) => [parentOf(one), one]))) signal(pid, 'SIGCONT')
  }

  #processesOf(name: MachineName): number[] {
    const own = namespaceOf(String(this.at(name).leader))
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry) && namespaceOf(entry) === own)
      .map(Number)
  }

  async #make(name: MachineName): Promise<void> {
    const machine = await BareDebian.boot('trixie', { name, network: this.#network.of(name) })
    this.#machines.set(name, machine)
    mkdirSync(join(machine.folder, 'opt/wiskunde/current'), { recursive: true })
    cpSync(join(ROOT, 'deploy'), join(machine.folder, 'opt/wiskunde/current/deploy'), { recursive: true })
    // Debian's installer writes this file; debootstrap does not.
    writeFileSync(join(machine.folder, 'etc/hosts'), `127.0.0.1 localhost\n127.0.1.1 ${name}\n`)
    if (name !== 'three') await this.#giveDisk(name, machine)
  }

  async #giveDisk(name: DatabaseMachine, machine: BareDebian): Promise<void> {
    await machine.powerOff()
    const file = join(this.#disks, name)
    writeFileSync(file, '')
    truncateSync(file, DISK_BYTES)
    execFileSync('mkfs.ext4', ['-q', file])
    const folder = join(machine.folder, DATA)
    mkdirSync(folder, { recursive: true })
    // The owner of the folder owns what is mounted over it.
    const { uid, gid } = statSync(folder)
    execFileSync('mount', ['-o', 'loop', file, folder])
    this.#mounted.set(name, folder)
    chownSync(folder, uid, gid)
    await machine.boot()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const [name, machine] of this.#machines) {
      if (this.#paused.has(name)) this.goOn(name)
      await machine.cutPower()
    }
    process.off('exit', this.#unmount)
    this.#unmount()
    for (const machine of this.#machines.values()) await machine.remove()
  }

  /** Lazily: a process with an open file there, as when all is cut off, keeps it from no one else. */
  readonly #unmount = () => {
    for (const folder of this.#mounted.values()) execFileSync('umount', ['--lazy', folder])
    rmSync(this.#disks, { recursive: true, force: true })
  }
}

/** Removes disks of runs that were killed: else the next run's machines would find their folders in use. */
function removeLeftoverDisks(): void {
  const folders = readFileSync('/proc/mounts', 'utf8').matchAll(
    new RegExp(`^/dev/loop\\d+ (\\S+/(\\d+)-\\w+-\\d+/${DATA}) `, 'gm'),
  )
  for (const [, folder = '', pid = ''] of folders)
    if (!existsSync(`/proc/${pid}`)) execFileSync('umount', ['--lazy', folder])
  for (const name of readdirSync(tmpdir())) {
    const pid = /^wiskunde-ha-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(tmpdir(), name), { recursive: true })
  }
}

function namespaceOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    return undefined
  }
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? pid)
  } catch {
    return pid
  }
}

/** One that ended meanwhile needs none. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
