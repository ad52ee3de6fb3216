import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#database/engine/open-database.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { SourceTables } from '#database/source-tables.ts'
import type { Kysely } from '#database/tables.ts'
import type { SourcePerson } from '#domain/source/source.rules.ts'
import type { SourceShown } from '#domain/source/source.schema.ts'
import { nameKeysOf } from '#domain/users/search.rules.ts'
import type { Tag } from './source-client.ts'
import { lockSource } from './source-state.queries.ts'

export interface StoredPerson extends SourcePerson {
  user_id: number | null
  is_rejected: boolean
  /** as what the last run counted the person, and by what they are listed */
  counted_as: SourceTables['source_person']['counted_as']
  remarked_as: SourceTables['source_person']['remarked_as']
}

const columns = [
  ...(['source_key', 'user_id', 'student_number', 'first_name', 'last_name', 'username'] as const),
  ...(['departments', 'is_active', 'is_rejected', 'counted_as', 'remarked_as'] as const),
]

type Row = Omit<StoredPerson, 'departments'> & { departments: string }

const departmentsSchema = z.array(z.string())

const storedPerson = ({ departments, ...row }: Row): StoredPerson => ({
  ...row,
  departments: departmentsSchema.parse(JSON.parse(departments)),
})

export const listPeople = async (kysely: Kysely, { after, limit }: { after: string; limit: number }) =>
  (
    await kysely
      .selectFrom('source_person')
      .select(columns)
      .where('source_key', '>', after)
      .where('page', '<>', ELSEWHERE)
      .orderBy('source_key')
      .limit(limit)
      .execute()
  ).map(storedPerson)

const listedAs = {
  changes: ['counted_as', ['added', 'changed']],
  gone: ['counted_as', ['gone']],
  waiting: ['remarked_as', ['waiting']],
  remarks: ['remarked_as', ['remarks']],
} as const satisfies Record<SourceShown, readonly [string, readonly string[]]>

/** Lists people that the last run counted so, after this one, in the order of their names. */
export async function listCounted(
  kysely: Kysely,
  { show, after, limit }: { show: SourceShown; after: string | undefined; limit: number },
): Promise<StoredPerson[]> {
  const [column, values] = listedAs[show]
  const rows = await kysely
    .selectFrom('source_person')
    .select(columns)
    .where(column, 'in', values)
    .$if(after !== undefined, (found) =>
      found.where(
        sql<boolean>`(name_key, source_key) > (select name_key, source_key from source_person where source_key = ${after})`,
      ),
    )
    .orderBy('name_key')
    .orderBy('source_key')
    .limit(limit)
    .execute()
  return rows.map(storedPerson)
}

export const listPeopleBy = async (kysely: Kysely, keys: readonly string[]): Promise<StoredPerson[]> =>
  (
    await kysely
      .selectFrom('source_person')
      .select(columns)
      .where('source_key', 'in', keys)
      .orderBy('source_key')
      .execute()
  ).map(storedPerson)

export const listPageOf = async (kysely: Kysely, page: number): Promise<StoredPerson[]> =>
  (await kysely.selectFrom('source_person').select(columns).where('page', '=', page).execute()).map(storedPerson)

export async function countStored(kysely: Kysely, personIds: readonly string[]): Promise<number> {
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

/** Before the tag of the last page; no tag begins with it (RFC 9110 §8.8.3). */
const LAST = 'last '

export const listEtags = async (kysely: Kysely): Promise<Map<number, Tag>> =>
  new Map(
    (await kysely.selectFrom('source_page').select(['page', 'etag']).execute()).map(({ page, etag }) => {
      const isLast = etag.startsWith(LAST)
      return [page, { etag: isLast ? etag.slice(LAST.length) : etag, isLast }]
    }),
  )

/** Values of `page`: on no page that was read; and known by id alone, on no list of students. */
const NOWHERE = 0
const ELSEWHERE = -1

interface CopiedPage {
  people: readonly SourcePerson[]
  page: number
  run: number
  /** type of the code by which their numbers were read */
  codeType: string
  etag: Tag | undefined
}

/**
 * Brings the copy up to date with a page. Only rows that differ are written: who was on this page and is not any more is on none,
 * until a later page has them. People without an account that follows them are kept only if they take a programme of ours.
 * Returns the pages whose tag no longer holds.
 */
export async function copyPage(
  database: Database,
  { people, page, run, codeType, etag }: CopiedPage,
): Promise<ReadonlySet<number>> {
  // A page that names somebody twice would be written twice by one statement.
  const byId = new Map(people.map((person) => [person.source_key, person]))
  return database.transaction(async (trx) => {
    const { number_code_type } = await lockSource(trx)
    const ids = [...byId.keys()]
    const known = new Map<string, StoredPerson>()
    const elsewhere = new Set<number>()
    const moved: string[] = []
    for (const some of inChunks(ids)) {
      const rows = await trx
        .selectFrom('source_person')
        .select([...columns, 'page'])
        .where('source_key', 'in', some)
        .execute()
      for (const { page: seenOn, ...row } of rows) {
        // Only the id is stored of people who study elsewhere, until they study here.
        if (seenOn === ELSEWHERE && byId.get(row.source_key)?.departments.length === 0) continue
        known.set(row.source_key, storedPerson(row))
        if (seenOn === page) continue
        moved.push(row.source_key)
        if (seenOn > NOWHERE) elsewhere.add(seenOn)
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
            name_key: column.ref('excluded.name_key'),
            first_name: column.ref('excluded.first_name'),
            last_name: column.ref('excluded.last_name'),
            username: column.ref('excluded.username'),
            departments: column.ref('excluded.departments'),
            is_active: column.ref('excluded.is_active'),
            page: column.ref('excluded.page'),
            run: column.ref('excluded.run'),
            // A verdict holds for what the teacher saw.
            is_rejected: sql<boolean>`source_person.is_rejected and source_person.username = excluded.username
              and source_person.student_number = excluded.student_number`,
          })),
        )
        .execute()
    for (const some of inChunks(moved))
      await trx.updateTable('source_person').set({ page, run }).where('source_key', 'in', some).execute()
    const before = await trx.selectFrom('source_person').select('source_key').where('page', '=', page).execute()
    const left = before.map(({ source_key }) => source_key).filter((key) => !byId.has(key))
    for (const some of inChunks(left))
      await trx.updateTable('source_person').set({ page: NOWHERE }).where('source_key', 'in', some).execute()
    // The copy knows one page of each person. One that was read before this has them too, and one after it may: of those who
    // are on two, both are read again, whatever their tags say.
    for (const other of elsewhere) await keepEtag(trx, other, undefined)
    const isOnTwo = [...elsewhere].some((other) => other < page)
    await keepEtag(trx, page, !isOnTwo && number_code_type === codeType ? etag : undefined)
    return elsewhere
  })
}

const contentOf = (person: SourcePerson): string => JSON.stringify(rowOf(person))

const rowOf = ({ source_key, student_number, first_name, last_name, username, ...person }: SourcePerson) => ({
  ...{ source_key, student_number, first_name, last_name, username },
  name_key: nameKeysOf({ first_name, last_name }).last_name_key,
  departments: JSON.stringify(person.departments),
  is_active: person.is_active,
})

async function keepEtag(trx: Kysely, page: number, tag: Tag | undefined): Promise<void> {
  if (tag === undefined || tag.etag.length > 1_000) {
    await trx.deleteFrom('source_page').where('page', '=', page).execute()
    return
  }
  const etag = tag.isLast ? LAST + tag.etag : tag.etag
  await trx
    .insertInto('source_page')
    .values({ page, etag })
    .onConflict((conflict) => conflict.column('page').doUpdateSet({ etag }).where('source_page.etag', '<>', etag))
    .execute()
}

/**
 * After the last page: forgets tags of pages beyond it, and people who are on none. Those with an account that follows them keep
 * the row, which says that they are gone.
 */
export async function forgetPages(kysely: Kysely, last: number): Promise<void> {
  await kysely.deleteFrom('source_page').where('page', '>', last).execute()
  await kysely
    .deleteFrom('source_person')
    .where('user_id', 'is', null)
    .where('page', '<>', ELSEWHERE)
    .where((either) =>
      either.or([either('page', '=', NOWHERE), either('page', '>', last), either('departments', '=', '[]')]),
    )
    .execute()
  await kysely
    .updateTable('source_person')
    .set({ is_active: false })
    .where((either) => either.or([either('page', '=', NOWHERE), either('page', '>', last)]))
    .where('is_active', '=', true)
    .execute()
}

/**
 * Keeps the ids of those who take a programme of ours and are no active student on any page, without anything about them: so a
 * later run knows that nobody is missing, and that pages that have not changed need not be read.
 */
export async function keepOthers(
  database: Database,
  { wanted, run }: { wanted: readonly string[]; run: number },
): Promise<void> {
  const isWanted = new Set(wanted)
  await database.transaction(async (trx) => {
    const keys = trx.selectFrom('source_person').select('source_key')
    const others = await keys.where('page', '=', ELSEWHERE).execute()
    const done = others.map(({ source_key }) => source_key).filter((key) => !isWanted.has(key))
    for (const some of inChunks(done)) await trx.deleteFrom('source_person').where('source_key', 'in', some).execute()
    const missing = new Set(isWanted)
    for (const some of inChunks(wanted))
      for (const { source_key } of await keys.where('source_key', 'in', some).execute()) missing.delete(source_key)
    const nobody = rowOf({ ...NOBODY, source_key: '' })
    for (const some of inChunks([...missing], 100))
      await trx
        .insertInto('source_person')
        .values(some.map((source_key) => ({ ...nobody, source_key, page: ELSEWHERE, run, user_id: null })))
        .execute()
  })
}

const NOBODY = {
  ...{ student_number: '', first_name: '', last_name: '', username: '' },
  ...{ departments: [], is_active: false },
}

const selectActiveNumbers = (kysely: Kysely, numbers: readonly string[]) =>
  kysely
    .selectFrom('source_person')
    .select('student_number')
    .where('student_number', 'in', numbers)
    .where('is_active', '=', true)
    .groupBy('student_number')

/** Numbers among these that an active person of the source has. */
export async function listActiveNumbers(kysely: Kysely, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await selectActiveNumbers(kysely, numbers).execute()
  return new Set(rows.map(({ student_number }) => student_number))
}

/** Numbers among these that several active people of the source have. */
export async function listRepeatedNumbers(kysely: Kysely, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await selectActiveNumbers(kysely, numbers).having(sql<boolean>`count(*) > 1`).execute()
  return new Set(rows.map(({ student_number }) => student_number))
}

/**
 * Lists which of these numbers, given without leading zeros, several active people of the source have apart from
 * zeros.
 */
export async function listNumbersSharedButZeros(kysely: Kysely, bareNumbers: readonly string[]): Promise<Set<string>> {
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

export const rejectPeople = (kysely: Kysely, keys: readonly string[]) =>
  kysely.updateTable('source_person').set({ is_rejected: true }).where('source_key', 'in', keys).execute()

/** Notes which account follows each of these people from now on, instead of anybody else. */
export async function linkPeople(
  kysely: Kysely,
  links: readonly { source_key: string; user_id: number }[],
): Promise<void> {
  if (links.length === 0) return
  const linked = links.map(({ user_id }) => user_id)
  await kysely.updateTable('source_person').set({ user_id: null }).where('user_id', 'in', linked).execute()
  for (const { source_key, user_id } of links)
    await kysely.updateTable('source_person').set({ user_id }).where('source_key', '=', source_key).execute()
}
