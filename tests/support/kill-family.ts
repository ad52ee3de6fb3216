import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 5
const LIMIT_MS = 20_000

/**
 * kill -9 of a process and of those that it started; resolves once its children are gone too, since a restart would
 * meet them. Linux lists them; elsewhere they notice by themselves that it is gone.
 */
export async function killFamily(pid: number): Promise<void> {
  const children = childrenOf(pid)
  for (const one of [pid, ...children]) tryKill(one)
  for (const deadline = Date.now() + LIMIT_MS; children.some(isThere); await delay(POLL_MS))
    if (Date.now() > deadline) throw new Error(`children of ${pid} outlive a kill`)
}

/** The processes that it started and that are there still. */
export function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(list)) return []
  return readFileSync(list, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** One that ended by itself meanwhile is as gone as it should be. */
function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** A child whose parent died may wait for long until somebody asks how it ended; by then it holds nothing any more. */
export function isThere(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
