import { readFileSync } from 'node:fs'

/** Linux counts in these, whatever the machine. */
const TICKS_A_SECOND = 100

/** What these processes have had of the processors so far, in seconds: unlike the time it took, it says the same on a busy machine. */
export const processorTime = (pids: readonly number[]): number =>
  pids.reduce((total, pid) => total + ticksOf(pid), 0) / TICKS_A_SECOND

/** Fields 14 and 15 of proc_pid_stat(5), counted from behind the name, which may hold blanks. */
function ticksOf(pid: number): number {
  const [utime, stime] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13)
  return Number(utime) + Number(stime)
}
