import { readFileSync } from 'node:fs'
import { childrenOf, isThere } from '#tests/support/kill-family.ts'

/** Linux counts processor time in ticks of 10 ms on every machine. */
const TICKS_A_SECOND = 100

/** Seconds of processor time that these processes used so far. Unlike elapsed time it is the same on a busy machine. */
export const processorTime = (pids: readonly number[]): number =>
  pids.reduce((total, pid) => total + ticksOf(pid), 0) / TICKS_A_SECOND

/** Seconds of processor time of a process and of its children, also of children that have ended. */
export function processorTimeOfFamily(pid: number): number {
  const children = childrenOf(pid).reduce((total, child) => total + (isThere(child) ? ticksOf(child) : 0), 0)
  return (ticksOf(pid) + endedTicksOf(pid) + children) / TICKS_A_SECOND
}

/** Ticks of the process itself: fields 14 and 15 of proc_pid_stat(5). */
const ticksOf = (pid: number): number => ticksIn(pid, 11)

/** Ticks of its children that have ended: fields 16 and 17. */
const endedTicksOf = (pid: number): number => ticksIn(pid, 13)

/** Sum of two fields, counted after the process name, which may contain spaces. */
function ticksIn(pid: number, from: number): number {
  const [utime, stime] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(from, from + 2)
  return Number(utime) + Number(stime)
}

/** kB of memory that a process uses. */
export function residentMemory(pid: number): number {
  const size = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (size === undefined) throw new Error(`no memory of process ${pid}`)
  return Number(size)
}
