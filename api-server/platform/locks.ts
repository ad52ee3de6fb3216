import { sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import { locksRows, takeTransactionLock, takeTransactionLocks } from '#database/engine/open-database.ts'
import { compiledBySize, type Ids, inChunks } from '#database/queries/batched-reads.ts'
import type { Transaction } from '#database/tables.ts'
import { columnsReaching } from '#domain/users/roles.ts'
import type { Actor } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/**
 * Keeps the rules of automatic enrollment (the active year, what departments and moments offer automatically) unchanged until
 * this transaction ends. A transaction that changes them locks the same rows exclusively (`forNoKeyUpdate`); both lock them
 * before students. Without it, a student who confirms while a teacher switches a module on could be missed by both: neither
 * sees the other's uncommitted change.
 */
export async function shareSchool(trx: Transaction): Promise<void> {
  await trx.selectFrom('schoolyear').select('id').orderBy('id').forShare().execute()
}

/**
 * Locks the rules of automatic enrollment exclusively until this transaction ends, for callers that change them for many
 * students (a toggle, an added module, an activated year). It is the first of all locks, see locks.rationale.md.
 */
export async function lockSchool(trx: Transaction): Promise<void> {
  await trx.selectFrom('schoolyear').select('id').orderBy('id').forNoKeyUpdate().execute()
}

/**
 * Keeps a school year from being deleted until this transaction ends, for callers that add to it without the lock on the
 * school. Waits for a deletion under way; the year is then gone.
 */
export async function keepSchoolyear(trx: Transaction, id: number): Promise<void> {
  await trx.selectFrom('schoolyear').select('id').where('id', '=', id).forKeyShare().execute()
}

/**
 * Makes other edits of this record wait for this one, so that the compared version is the latest. After the school, before
 * students; a statement of its own, as in `lockStudents`.
 */
export async function lockRow(
  trx: Transaction,
  table: 'education_department' | 'module' | 'room',
  id: number,
): Promise<void> {
  await trx.selectFrom(table).select(`${table}.id`).where(`${table}.id`, '=', id).forNoKeyUpdate().execute()
}

/** Key of the lock on names; differs from that of migrations. */
const NAMES = 3_200_118

/**
 * Makes other transactions that name a school year or department wait until this one ends. A unique key can't prevent duplicate
 * names, since some schools already have them, and a name that does not exist yet has no row to lock. After the school and the
 * record, before students; a statement of its own, as in `lockStudents`.
 */
export const lockNames = (trx: Transaction): Promise<void> => takeTransactionLock(trx, NAMES)

/**
 * Makes other transactions that decide about these students wait for this one. Before test moments and in the order of ids, as
 * everywhere, to prevent deadlocks. A statement of its own, before anything is read: in READ COMMITTED a statement sees what
 * was committed when it started, so a statement that locks and reads would read data from before its wait.
 */
export async function lockStudents(trx: Transaction, userIds: readonly number[]): Promise<void> {
  if (!locksRows(trx)) return
  for (const ids of inChunks(userIds.toSorted((one, other) => one - other))) await lock(trx, ids)
}

const lock = compiledBySize((trx, ids: Ids) =>
  trx.selectFrom('user').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate(),
)

/**
 * Keeps these accounts from being deleted until this transaction ends, for callers that write rows of many students. A deletion
 * would else hold one of them and wait for the row of another. Before test moments; a statement of its own, as in
 * `lockStudents`.
 */
export async function keepStudents(trx: Transaction, userIds: readonly number[]): Promise<void> {
  if (!locksRows(trx)) return
  for (const ids of inChunks(userIds.toSorted((one, other) => one - other)))
    await trx.selectFrom('user').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute()
}

/** Namespace of locks on identities at the school's login provider. */
const IDENTITIES = 320_019

/**
 * Makes other transactions about this identity of the provider wait until this one ends. Before the first login there is no row
 * to lock, and two simultaneous logins would both make an account. Before students; `hash` is a signed 32-bit hash of the
 * identity.
 */
export const lockIdentity = (trx: Transaction, hash: number): Promise<void> =>
  takeTransactionLocks(trx, IDENTITIES, [hash])

/** Values of the column `roles` that include administrator. */
const ADMINISTRATORS = columnsReaching('administration')

/**
 * Makes other changes of administrators' rights, and other transactions about these users, wait for this one. In the order of
 * ids; a statement of its own, as in `lockStudents`. Throws `token-revoked` if the caller is no longer an activated
 * administrator: if two demote each other at once, the second fails. Nobody can demote themselves, so one always remains.
 */
export async function lockAdministrators(
  trx: Transaction,
  caller: Actor,
  ...userIds: readonly number[]
): Promise<void> {
  await trx
    .selectFrom('user')
    .select('id')
    .where(({ or, eb }) => or([eb('roles', 'in', ADMINISTRATORS), eb('id', 'in', userIds)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const administrator = await trx
    .selectFrom('user')
    .select('id')
    .where('id', '=', caller.id)
    .where('roles', 'in', ADMINISTRATORS)
    .where('activated', '=', true)
    .executeTakeFirst()
  if (!administrator) throw new Problem('token-revoked')
}

/**
 * Locks these moments shared: transactions that change a moment wait for this one and it for them, while those about different
 * students run in parallel. After the students, in the order of ids.
 */
export const shareTestmoments = compiledBySize((trx, testmomentIds: Ids) =>
  trx.selectFrom('testmoment').select('id').where('id', 'in', testmomentIds).orderBy('id').forShare(),
)

/** Namespace of locks on seats. */
const SEATS = 320_017

/** `rooms_version` of a moment that never had rooms. Without a limit too it has no chairs, so nothing has to be locked. */
const NO_ROOMS_VERSION = 1

/**
 * Locks these moments shared, and makes other transactions that give out seats or chairs at some of them (`giving`, by default
 * all) wait until this one ends. The last of all locks: take all that a transaction needs at once. Only the seats of moments with
 * a limit or with rooms are locked. Counts read after it stay true until the end. Freeing a seat needs no lock; see
 * locks.rationale.md.
 */
export async function lockPlaces(
  trx: Transaction,
  testmomentIds: readonly number[],
  giving = testmomentIds,
): Promise<void> {
  if (locksRows(trx)) await lockPlacesIn(trx, testmomentIds, giving)
}

/** `array` is whole before `unnest` begins: all moments are shared, in the order of ids, before the first seats are locked. */
const lockPlacesIn = compiledBySize((trx, ids: Ids, giving: Ids) => {
  const query = sql`with shared as (
      select id, seats, rooms_version from testmoment where id in (${sql.join(ids)}) order by id for share)
    select pg_advisory_xact_lock(${sql.lit(SEATS)}, id) from unnest(array(
      select id from shared where id in (${sql.join(giving)})
        and (seats > 0 or rooms_version > ${sql.lit(NO_ROOMS_VERSION)}) order by id)) as id`
  return { compile: () => query.compile(trx) }
})

/**
 * Locks one moment exclusively until this transaction ends, for callers that change it. An enrollment there is committed
 * before, or waits and sees the change. After the school and the students, and never a second moment, see locks.rationale.md.
 */
export async function lockTestmoment(trx: Transaction, id: number): Promise<void> {
  await trx.selectFrom('testmoment').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/**
 * Locks several moments exclusively, in the order of ids. Only for callers that hold `lockSchool`, since only one of these can
 * run. After the students; see locks.rationale.md.
 */
export async function lockTestmoments(trx: Transaction, ids: readonly number[]): Promise<void> {
  for (const some of inChunks([...new Set(ids)].toSorted((one, other) => one - other)))
    await trx.selectFrom('testmoment').select('id').where('id', 'in', some).orderBy('id').forNoKeyUpdate().execute()
}

/** Makes a change, and once more if another transaction took a name or number that it writes: the second time it sees that. */
export const onceMoreIfTaken = <Outcome>(
  database: Pick<Database, 'isUniqueViolation'>,
  change: () => Promise<Outcome>,
): Promise<Outcome> =>
  change().catch((error: unknown) => {
    if (!database.isUniqueViolation(error)) throw error
    return change()
  })
