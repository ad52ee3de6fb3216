import { fork } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from '../../scripts/root.ts'
import type { Extent, Fault, FaultRow } from './fault-row.ts'

const MINUTE_MS = 60_000
const QUICK_LIMIT_MINUTES = 3
const USUAL_LIMIT_MINUTES = 20
/** time for a program that was signalled to end to take its servers along */
const GRACE_MS = 5_000

/**
 * Runs a fault as a process of its own, so that one that breaks, hangs or leaves something open spoils no other. Always
 * gives rows: a program that ended without any, or was cut off, is a row that did not hold.
 */
export async function runFault(name: string, fault: Fault, extent: Extent): Promise<FaultRow[]> {
  const minutes = extent === 'quick' ? QUICK_LIMIT_MINUTES : (fault.limit ?? USUAL_LIMIT_MINUTES)
  const child = fork(new URL('run-fault.ts', import.meta.url), [name, extent], { cwd: ROOT })
  let rows: FaultRow[] = []
  let cutOff = false
  child.on('message', (message) => {
    // Sent by run-fault.ts, and by nobody else.
    rows = message as FaultRow[]
  })
  const limit = setTimeout(() => {
    cutOff = true
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref()
  }, minutes * MINUTE_MS)
  const [code, signal] = await once(child, 'exit')
  clearTimeout(limit)
  if (code === 0 && rows.length > 0) return rows
  return [...rows, broken(name, cutOff ? `cut off after ${minutes} minutes` : `ended with ${signal ?? code}`)]
}

const broken = (name: string, measured: string): FaultRow => ({
  fault: name,
  done: 'started its program',
  invariant: 'the program comes to a verdict',
  measured,
  goal: 'a verdict',
  held: false,
})
