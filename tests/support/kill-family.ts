import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 5
const LIMIT_MS = 20_000

/**
 * Kills a process and its children with kill -9. Resolves when the children are gone too, because a restart would meet them.
 * Linux lists the children; on other systems they notice by themselves that their parent is gone.
 */
export async function killFamily(pid: number): Promise<void> {
  const children = childrenOf(pid)
  for (const one of [pid, ...children]) tryKill(one)
  for (const deadline = Date.now() + LIMIT_MS; children.some(isThere); await delay(POLL_MS))
    if (Date.now() > deadline) throw new Error(`children of ${pid} outlive a kill`)
}

/** Ids of the children of a process that still run. */
export function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(list)) return []
  return readFileSync(list, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** Kills a process; one that has already ended is no error. */
function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Whether a process still runs. One that has ended may stay in the list until its parent asks; it holds nothing any more. */
export function isThere(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
