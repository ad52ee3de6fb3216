import type { Kysely } from '#database/tables.ts'
import type { Proposal } from '#domain/source/source.rules.ts'
import type { SourceLine, SourceShown } from '#domain/source/source.schema.ts'
import { type AssessedPerson, assessSome } from './assess-people.ts'
import { listCounted } from './source-people.queries.ts'

const LINES_PER_PAGE = 50

export async function pageSourcePeople(
  kysely: Kysely,
  { show, after }: { show: SourceShown; after?: string | undefined },
  now: number,
): Promise<{ entities: SourceLine[]; next: string | undefined }> {
  const people = await listCounted(kysely, { show, after, limit: LINES_PER_PAGE + 1 })
  const assessed = await assessSome(kysely, people.slice(0, LINES_PER_PAGE), now)
  return {
    entities: assessed.map(lineOf),
    next: people.length > LINES_PER_PAGE ? assessed.at(-1)?.person.source_key : undefined,
  }
}

const lineOf = ({ person, followed }: AssessedPerson): SourceLine => {
  const { user_id, outcome, before, after, remarks, proposal } = followed
  return {
    key: person.source_key,
    name: `${person.first_name} ${person.last_name}`.trim(),
    student_number: person.student_number,
    username: person.username,
    user_id,
    outcome: person.counted_as ?? outcome,
    changes: changesOf({ before, after }),
    remarks: [...remarks],
    proposal: proposalReply(proposal),
  }
}

/** Changes in the order of their fields, as they are shown; empty for no value. */
function changesOf({ before, after }: Pick<Proposal, 'before' | 'after'>): SourceLine['changes'] {
  const old = new Map(Object.entries(before))
  return Object.entries(after).map(([field, value]) => ({ field, old: old.get(field) ?? '', new: value ?? '' }))
}

export const proposalReply = (proposal: Proposal | null): SourceLine['proposal'] =>
  proposal && { kind: proposal.kind, user_id: proposal.user_id, changes: changesOf(proposal) }
