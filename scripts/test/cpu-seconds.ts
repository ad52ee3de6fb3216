import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { pbkdf2Sync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onPath } from '../machine.ts'
import { ROOT } from '../root.ts'

/** The number of `prctl` among Linux's system calls. */
const PRCTL: Partial<Record<NodeJS.Architecture, number>> = { x64: 157, arm64: 167 }
/** Clock ticks a second in /proc, the same on every Linux that Node runs on. */
const TICKS = 100

/**
 * Starts a program and counts its CPU-seconds in `file`, those of all its descendants included. Where that cannot be counted (no
 * Linux, no Perl) the program just runs.
 */
export function spawnCounted(file: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const perl = onPath('perl')
  const prctl = process.platform === 'linux' ? PRCTL[process.arch] : undefined
  const command = [process.execPath, ...args]
  const counted = perl && prctl ? [perl, join(import.meta.dirname, 'count-cpu.pl'), String(prctl), file] : []
  const [program = process.execPath, ...rest] = [...counted, ...command]
  return spawn(program, rest, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options })
}

/** CPU-seconds that `spawnCounted` wrote; undefined where nothing was counted. */
export function readCpuSeconds(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** CPU-seconds of this process and of its children that have ended; undefined on other systems than Linux. */
export function ownCpuSeconds(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The fields after the name, which may hold spaces: utime, stime, cutime and cstime are the 14th to 17th of all.
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS
}

/** CPU-seconds of a fixed piece of work (hashing, objects, sorting, JSON): says how fast this machine is just now. */
export function calibrate(): number {
  const before = process.cpuUsage()
  pbkdf2Sync('calibrate', 'salt', 800_000, 32, 'sha256')
  const rows = Array.from({ length: 200_000 }, (_, id) => ({ id, name: `n${(id * 7919) % 200_000}` }))
  rows.sort((one, other) => (one.name < other.name ? -1 : 1))
  JSON.parse(JSON.stringify(rows))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
