import { readFileSync } from 'node:fs'

/** What a process holds of the machine's memory, in kB. */
export function residentMemory(pid: number): number {
  const size = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (size === undefined) throw new Error(`no memory of process ${pid}`)
  return Number(size)
}
