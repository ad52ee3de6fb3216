import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { type Proposal, waitsForTeacher } from '#domain/source/source.rules.ts'
import type { SourceLine, SourceShown } from '#domain/source/source.schema.ts'
import { type AssessedPerson, assessSome } from './assess-people.ts'
import { listPeople } from './source-people.queries.ts'

const LINES_PER_PAGE = 50

/** Most people compared for one page. If nearly all are unchanged the page has few lines, and the next page continues. */
const MOST_COMPARED = 2_000

const PEOPLE_PER_QUERY = 100

const isShown: Record<SourceShown, (assessed: AssessedPerson['followed']) => boolean> = {
  changes: ({ outcome }) => outcome === 'added' || outcome === 'changed',
  waiting: ({ remarks }) => remarks.some(waitsForTeacher),
  gone: ({ outcome }) => outcome === 'gone',
  remarks: ({ remarks }) => remarks.some((remark) => !waitsForTeacher(remark)),
}

/** Finds a page of people of the last run, as they compare with the accounts now. `next` only if there may be more. */
export async function pageSourcePeople(
  kysely: Kysely<Tables>,
  { show, after = '' }: { show: SourceShown; after?: string | undefined },
  now: number,
): Promise<{ entities: SourceLine[]; next: string | undefined }> {
  const entities: SourceLine[] = []
  let from = after
  for (let compared = 0; compared < MOST_COMPARED; compared += PEOPLE_PER_QUERY) {
    const people = await listPeople(kysely, { after: from, limit: PEOPLE_PER_QUERY })
    for (const assessed of await assessSome(kysely, people, now)) {
      from = assessed.person.source_key
      if (isShown[show](assessed.followed)) entities.push(lineOf(assessed))
      if (entities.length === LINES_PER_PAGE) return { entities, next: from }
    }
    if (people.length < PEOPLE_PER_QUERY) return { entities, next: undefined }
  }
  return { entities, next: from }
}

const lineOf = ({ person, followed }: AssessedPerson): SourceLine => {
  const { user_id, outcome, before, after, remarks, proposal } = followed
  return {
    key: person.source_key,
    name: `${person.first_name} ${person.last_name}`.trim(),
    student_number: person.student_number,
    username: person.username,
    user_id,
    outcome,
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
