import type { OutcomeId } from '#contract/outcomes.calls.ts'
import type { KeyedWrite } from '#server/outcomes.ts'
import type { Decision, QueuedRequest } from './decide.ts'

/**
 * Outcomes to store with a batch: one per keyed write that this batch completes. A write with many requests is complete in the
 * batch that has its last one. A refused request is not complete.
 */
export function outcomesOf(requests: readonly QueuedRequest[], decisions: readonly Decision[]) {
  const done: { write: KeyedWrite; status: number; ids: OutcomeId[] }[] = []
  const partsOfBatch = countParts(requests)
  requests.forEach(({ write }, index) => {
    const decision = decisions[index]
    if (!write || !decision) return
    const { made, settled } = write.parts
    if (made === 1) {
      if (decision.kind !== 'refuse') done.push({ write, status: statusOf(decision, write), ids: idsOf(decision) })
    } else if (settled + (partsOfBatch.get(write) ?? 0) === made) {
      partsOfBatch.delete(write)
      done.push({ write, status: write.status, ids: [] })
    }
  })
  return done
}

/** Counts the requests of a committed batch as settled. `kept` are the writes whose outcome was stored in it. */
export function settleWrites(requests: readonly QueuedRequest[], kept: readonly KeyedWrite[]): void {
  for (const { write } of requests) if (write) write.parts.settled += 1
  for (const write of kept) write.isKept = true
}

function countParts(requests: readonly QueuedRequest[]): Map<KeyedWrite, number> {
  const counts = new Map<KeyedWrite, number>()
  for (const { write } of requests) if (write && write.parts.made > 1) counts.set(write, (counts.get(write) ?? 0) + 1)
  return counts
}

/** 200 if nothing changed: the student was already enrolled, or in line. */
function statusOf(decision: Exclude<Decision, { kind: 'refuse' }>, { status }: KeyedWrite): number {
  return decision.kind === 'keep' || (decision.kind === 'wait' && !decision.changed) ? 200 : status
}

function idsOf(decision: Exclude<Decision, { kind: 'refuse' }>): OutcomeId[] {
  const [kind, entity] =
    decision.kind === 'wait'
      ? (['waiting_entry', decision.entry] as const)
      : (['enrollment', decision.enrollment] as const)
  return entity.id === undefined ? [] : [{ kind, id: entity.id }]
}
