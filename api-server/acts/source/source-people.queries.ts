import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#database/engine/open-database.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Tables } from '#database/tables.ts'
import type { SourcePerson } from '#domain/source/source.rules.ts'
import { lockSource } from './source-state.queries.ts'

/** Person of the copy, with the account that follows them. */
export interface StoredPerson extends SourcePerson {
  user_id: number | null
  /** whether a teacher rejected the address */
  is_rejected: boolean
}

const columns = [
  ...(['source_key', 'user_id', 'student_number', 'first_name', 'last_name', 'username'] as const),
  ...(['departments', 'is_active', 'is_rejected'] as const),
]

type Row = Omit<StoredPerson, 'departments'> & { departments: string }

const departmentsSchema = z.array(z.string())

const storedPerson = ({ departments, ...row }: Row): StoredPerson => ({
  ...row,
  departments: departmentsSchema.parse(JSON.parse(departments)),
})

/** Lists people of the copy after this id, in order. */
export const listPeople = async (kysely: Kysely<Tables>, { after, limit }: { after: string; limit: number }) =>
  (
    await kysely
      .selectFrom('source_person')
      .select(columns)
      .where('source_key', '>', after)
      .orderBy('source_key')
      .limit(limit)
      .execute()
  ).map(storedPerson)

/** Lists these people of the copy, in order. */
export const listPeopleBy = async (kysely: Kysely<Tables>, keys: readonly string[]): Promise<StoredPerson[]> =>
  (
    await kysely
      .selectFrom('source_person')
      .select(columns)
      .where('source_key', 'in', keys)
      .orderBy('source_key')
      .execute()
  ).map(storedPerson)

/** Lists people of the copy who were on this page. */
export const listPageOf = async (kysely: Kysely<Tables>, page: number): Promise<StoredPerson[]> =>
  (await kysely.selectFrom('source_person').select(columns).where('page', '=', page).execute()).map(storedPerson)

/** Counts those of these people who are in the copy. */
export async function countStored(kysely: Kysely<Tables>, personIds: readonly string[]): Promise<number> {
  let count = 0
  for (const some of inChunks(personIds)) {
    const row = await kysely
      .selectFrom('source_person')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('source_key', 'in', some)
      .executeTakeFirstOrThrow()
    count += row.count
  }
  return count
}

/** Entity tags of the pages. */
export const listEtags = async (kysely: Kysely<Tables>): Promise<ReadonlyMap<number, string>> =>
  new Map(
    (await kysely.selectFrom('source_page').select(['page', 'etag']).execute()).map((row) => [row.page, row.etag]),
  )

interface CopiedPage {
  people: readonly SourcePerson[]
  page: number
  run: number
  /** type of the code by which their numbers were read */
  codeType: string
  etag: string | undefined
}

/**
 * Brings the copy up to date with a page. Only rows that differ are rewritten; one statement notes that the others were seen.
 * People without an account that follows them are kept only if they take a programme of ours.
 */
export async function copyPage(database: Database, { people, page, run, codeType, etag }: CopiedPage): Promise<void> {
  // A page that names somebody twice would be written twice by one statement.
  const byId = new Map(people.map((person) => [person.source_key, person]))
  await database.transaction(async (trx) => {
    const { number_code_type } = await lockSource(trx)
    const ids = [...byId.keys()]
    const known = new Map<string, StoredPerson>()
    const elsewhere = new Set<number>()
    for (const some of inChunks(ids)) {
      const rows = await trx
        .selectFrom('source_person')
        .select([...columns, 'page', 'run'])
        .where('source_key', 'in', some)
        .execute()
      for (const { page: seenOn, run: seenIn, ...row } of rows) {
        known.set(row.source_key, storedPerson(row))
        if (seenIn === run && seenOn !== page) elsewhere.add(seenOn)
      }
    }
    const written = [...byId.values()].filter((person) => {
      const stored = known.get(person.source_key)
      if (!stored) return person.departments.length > 0
      return contentOf(stored) !== contentOf(person)
    })
    for (const some of inChunks(written, 100))
      await trx
        .insertInto('source_person')
        .values(some.map((person) => ({ ...rowOf(person), page, run, user_id: null })))
        .onConflict((conflict) =>
          conflict.column('source_key').doUpdateSet((column) => ({
            student_number: column.ref('excluded.student_number'),
            first_name: column.ref('excluded.first_name'),
            last_name: column.ref('excluded.last_name'),
            username: column.ref('excluded.username'),
            departments: column.ref('excluded.departments'),
            is_active: column.ref('excluded.is_active'),
            // A verdict holds for what the teacher saw.
            is_rejected: sql<boolean>`source_person.is_rejected and source_person.username = excluded.username
              and source_person.student_number = excluded.student_number`,
          })),
        )
        .execute()
    for (const some of inChunks([...known.keys()]))
      await trx.updateTable('source_person').set({ page, run }).where('source_key', 'in', some).execute()
    // The copy knows one page of each person: of those who are on two both are read again, whatever their tags say.
    for (const other of elsewhere) await keepEtag(trx, other, undefined)
    const isTagged = elsewhere.size === 0 && number_code_type === codeType
    await keepEtag(trx, page, isTagged ? etag : undefined)
  })
}

const contentOf = (person: SourcePerson): string => JSON.stringify(rowOf(person))

const rowOf = ({ source_key, student_number, first_name, last_name, username, ...person }: SourcePerson) => ({
  ...{ source_key, student_number, first_name, last_name, username },
  departments: JSON.stringify(person.departments),
  is_active: person.is_active,
})

async function keepEtag(trx: Kysely<Tables>, page: number, etag: string | undefined): Promise<void> {
  if (etag === undefined || etag.length > 1_000) {
    await trx.deleteFrom('source_page').where('page', '=', page).execute()
    return
  }
  await trx
    .insertInto('source_page')
    .values({ page, etag })
    .onConflict((conflict) => conflict.column('page').doUpdateSet({ etag }))
    .execute()
}

/**
 * After the last page: forgets tags of pages beyond it, and people that this run did not see. Those with an account that follows
 * them keep the row, which says that they are gone.
 */
export async function forgetPages(
  kysely: Kysely<Tables>,
  { after, run }: { after: number; run: number },
): Promise<void> {
  await kysely.deleteFrom('source_page').where('page', '>', after).execute()
  await kysely
    .deleteFrom('source_person')
    .where('user_id', 'is', null)
    .where((either) => either.or([either('run', '<>', run), either('departments', '=', '[]')]))
    .execute()
  await kysely
    .updateTable('source_person')
    .set({ is_active: false })
    .where('run', '<>', run)
    .where('is_active', '=', true)
    .execute()
}

/** Numbers among these that several active people of the source have. */
export async function listRepeatedNumbers(kysely: Kysely<Tables>, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await kysely
    .selectFrom('source_person')
    .select('student_number')
    .where('student_number', 'in', numbers)
    .where('is_active', '=', true)
    .groupBy('student_number')
    .having(sql<boolean>`count(*) > 1`)
    .execute()
  return new Set(rows.map(({ student_number }) => student_number))
}

/**
 * Lists which of these numbers, given without leading zeros, several active people of the source have apart from
 * zeros.
 */
export async function listNumbersSharedButZeros(
  kysely: Kysely<Tables>,
  bareNumbers: readonly string[],
): Promise<Set<string>> {
  if (bareNumbers.length === 0) return new Set()
  const bare = sql<string>`ltrim(student_number, '0')`
  const rows = await kysely
    .selectFrom('source_person')
    .select(bare.as('bare'))
    .where(bare, 'in', bareNumbers)
    .where('is_active', '=', true)
    .groupBy(bare)
    .having(sql<boolean>`count(*) > 1`)
    .execute()
  return new Set(rows.map((row) => row.bare))
}

/** Notes that a teacher rejected the addresses of these people. */
export const rejectPeople = (kysely: Kysely<Tables>, keys: readonly string[]) =>
  kysely.updateTable('source_person').set({ is_rejected: true }).where('source_key', 'in', keys).execute()

/** Notes which account follows each of these people from now on, instead of anybody else. */
export async function linkPeople(
  kysely: Kysely<Tables>,
  links: readonly { source_key: string; user_id: number }[],
): Promise<void> {
  if (links.length === 0) return
  await kysely
    .updateTable('source_person')
    .set({ user_id: null })
    .where(
      'user_id',
      'in',
      links.map(({ user_id }) => user_id),
    )
    .execute()
  for (const { source_key, user_id } of links)
    await kysely.updateTable('source_person').set({ user_id }).where('source_key', '=', source_key).execute()
}
