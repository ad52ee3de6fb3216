import type { OutcomeId } from '#contract/outcomes.ts'
import type { KeyedWrite } from '#server/outcomes.ts'
import type { Decision, QueuedRequest } from './decide.ts'

/**
 * The outcomes to keep of a batch: of each write that carries a key and is done with it. One that asked for many is done
 * with the batch that has the last of them. One that is refused is not done.
 */
export function outcomesOf(requests: readonly QueuedRequest[], decisions: readonly Decision[]) {
  const done: { write: KeyedWrite; status: number; ids: OutcomeId[] }[] = []
  const here = countParts(requests)
  requests.forEach(({ write }, index) => {
    const decision = decisions[index]
    if (!write || !decision) return
    const { made, settled } = write.parts
    if (made === 1) {
      if (decision.kind !== 'refuse') done.push({ write, status: statusOf(decision, write), ids: idsOf(decision) })
    } else if (settled + (here.get(write) ?? 0) === made) {
      here.delete(write)
      done.push({ write, status: write.status, ids: [] })
    }
  })
  return done
}

/** To be called once a batch is committed, with those whose outcome was kept in it. */
export function settleWrites(requests: readonly QueuedRequest[], kept: readonly KeyedWrite[]): void {
  for (const { write } of requests) if (write) write.parts.settled += 1
  for (const write of kept) write.isKept = true
}

function countParts(requests: readonly QueuedRequest[]): Map<KeyedWrite, number> {
  const counts = new Map<KeyedWrite, number>()
  for (const { write } of requests) if (write && write.parts.made > 1) counts.set(write, (counts.get(write) ?? 0) + 1)
  return counts
}

/** Who has it already is answered 200. */
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
