import type { Kysely } from '#database/tables.ts'
import { type FollowedPerson, waitsForTeacher } from '#domain/source/source.rules.ts'
import type { SourceCounts } from '#domain/source/source.schema.ts'
import type { AssessedPerson } from './assess-people.ts'
import type { StoredPerson } from './source-people.queries.ts'

type Counted = Pick<StoredPerson, 'counted_as' | 'remarked_as'>

const countedAs = ({ outcome, remarks }: FollowedPerson): Counted => ({
  counted_as: outcome === 'added' || outcome === 'changed' || outcome === 'gone' ? outcome : null,
  remarked_as: remarks.some(waitsForTeacher) ? 'waiting' : remarks.length > 0 ? 'remarks' : null,
})

export const nobodyCounted: SourceCounts = {
  ...{ people: 0, followed: 0, added: 0, changed: 0, gone: 0, waiting: 0, remarked: 0 },
}

export const addTally = (counts: SourceCounts, assessed: readonly AssessedPerson[]): SourceCounts => ({
  ...addCounted(
    counts,
    assessed.map(({ followed }) => countedAs(followed)),
    1,
  ),
  people: counts.people + assessed.length,
  followed: counts.followed + followedIn(assessed),
})

const followedIn = (assessed: readonly AssessedPerson[]): number =>
  assessed.filter(({ followed }) => followed.user_id !== null).length

/** Counts with these people, or without them by -1. */
function addCounted(counts: SourceCounts, people: readonly Counted[], by: 1 | -1): SourceCounts {
  const sum = { ...counts }
  for (const { counted_as, remarked_as } of people) {
    if (counted_as) sum[counted_as] += by
    if (remarked_as) sum[remarked_as === 'waiting' ? 'waiting' : 'remarked'] += by
  }
  return sum
}

/** Notes in which count these people are, if that changed. */
export async function noteCounted(kysely: Kysely, assessed: readonly AssessedPerson[]): Promise<void> {
  const changed = assessed
    .map(({ person, followed }) => ({ person, counted: countedAs(followed) }))
    .filter(
      ({ person, counted }) => person.counted_as !== counted.counted_as || person.remarked_as !== counted.remarked_as,
    )
  for (const some of Map.groupBy(changed, ({ counted }) => JSON.stringify(counted)).values()) {
    const [first] = some
    if (!first) continue
    const keys = some.map(({ person }) => person.source_key)
    await kysely.updateTable('source_person').set(first.counted).where('source_key', 'in', keys).execute()
  }
}

interface Recounted {
  /** the same people as they were before a teacher decided about them, and as they are since */
  before: readonly AssessedPerson[]
  after: readonly AssessedPerson[]
  /** whether the run was carried out: then what it did stays counted */
  isOver: boolean
}

export async function recount(
  kysely: Kysely,
  counts: SourceCounts,
  { before, after, isOver }: Recounted,
): Promise<SourceCounts> {
  const people = after.map(({ person, followed }): AssessedPerson => {
    const outcome = isOver ? (person.counted_as ?? 'same') : followed.outcome
    return { person, followed: { ...followed, outcome } }
  })
  await noteCounted(kysely, people)
  const peopleBefore = before.map(({ person }) => person)
  const rest = addCounted(counts, peopleBefore, -1)
  return {
    ...addCounted(
      rest,
      people.map(({ followed }) => countedAs(followed)),
      1,
    ),
    followed: counts.followed - followedIn(before) + followedIn(after),
  }
}
