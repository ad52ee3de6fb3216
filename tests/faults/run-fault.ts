import { runApart } from '#tests/harness/run-apart.ts'
import type { Extent, Fault, FaultRow } from './fault-row.ts'

/** A guard against a hang alone: beside all stories on a slow machine a fault of 40 s took over three minutes. */
const QUICK_LIMIT_MINUTES = 10
const USUAL_LIMIT_MINUTES = 20

/** Always gives rows: a program that ended without any, or was cut off, is a row that did not hold. */
export async function runFault(name: string, fault: Fault, extent: Extent): Promise<FaultRow[]> {
  const minutes = extent === 'quick' ? QUICK_LIMIT_MINUTES : (fault.limit ?? USUAL_LIMIT_MINUTES)
  const { rows = [], broke } = await runApart<FaultRow[]>('tests/faults/one-fault.ts', [name, extent], minutes)
  if (!broke && rows.length > 0) return rows
  return [...rows, broken(name, broke ?? 'ended without rows')]
}

const broken = (name: string, measured: string): FaultRow => ({
  fault: name,
  done: 'started its program',
  invariant: 'the program comes to a verdict',
  measured,
  goal: 'a verdict',
  held: false,
})
