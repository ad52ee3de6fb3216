import { readFileSync } from 'node:fs'
import { childrenOf, isThere } from '#tests/support/kill-family.ts'

/** Linux counts in these, whatever the machine. */
const TICKS_A_SECOND = 100

/** What these processes have had of the processors so far, in seconds: unlike the time it took, it says the same on a busy machine. */
export const processorTime = (pids: readonly number[]): number =>
  pids.reduce((total, pid) => total + ticksOf(pid), 0) / TICKS_A_SECOND

/** The same of a process, of those that it started, and of those of them that have ended. */
export function processorTimeOfFamily(pid: number): number {
  const children = childrenOf(pid).reduce((total, child) => total + (isThere(child) ? ticksOf(child) : 0), 0)
  return (ticksOf(pid) + endedTicksOf(pid) + children) / TICKS_A_SECOND
}

/** Fields 14 and 15 of proc_pid_stat(5), counted from behind the name, which may hold blanks. */
const ticksOf = (pid: number): number => ticksIn(pid, 11)

/** Fields 16 and 17: of its children that it has buried. */
const endedTicksOf = (pid: number): number => ticksIn(pid, 13)

function ticksIn(pid: number, from: number): number {
  const [utime, stime] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(from, from + 2)
  return Number(utime) + Number(stime)
}

/** What a process holds of the machine's memory, in kB. */
export function residentMemory(pid: number): number {
  const size = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (size === undefined) throw new Error(`no memory of process ${pid}`)
  return Number(size)
}
