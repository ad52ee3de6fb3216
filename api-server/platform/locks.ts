import type { Transaction } from 'kysely'
import { locksRows, takeTransactionLock, takeTransactionLocks } from '#database/engine/open-database.ts'
import { compiledBySize, type Ids, inChunks } from '#database/queries/batched-reads.ts'
import type { Tables } from '#database/tables.ts'
import { columnsReaching } from '#domain/users/roles.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/**
 * Keeps what automatic enrollment goes by (the active year, what departments and moments offer automatically) as it is
 * until this transaction ends. Who changes that takes the same rows for themselves (`forNoKeyUpdate`); both do so before
 * they lock students. Without it a student who confirms while a teacher switches a module on could be missed by both:
 * neither sees yet what the other is doing.
 */
export async function shareSchool(trx: Transaction<Tables>): Promise<void> {
  await trx.selectFrom('schoolyear').select('id').orderBy('id').forShare().execute()
}

/**
 * Locks the rules of automatic enrollment exclusively, until this transaction ends: for callers that change them for many (a
 * toggle, a module added, a year activated). First of all locks, see locks.rationale.md.
 */
export async function lockSchool(trx: Transaction<Tables>): Promise<void> {
  await trx.selectFrom('schoolyear').select('id').orderBy('id').forNoKeyUpdate().execute()
}

/**
 * Keeps a school year from being deleted until this transaction ends, for callers that add something to it without the lock on
 * the school. Who deletes it is waited for, and it is gone then.
 */
export async function keepSchoolyear(trx: Transaction<Tables>, id: number): Promise<void> {
  await trx.selectFrom('schoolyear').select('id').where('id', '=', id).forKeyShare().execute()
}

/**
 * Makes every other edit of this record wait for this one, so that the version that is compared is the last. After the
 * school, before students; a statement of its own, as in `lockStudents`.
 */
export async function lockRow(
  trx: Transaction<Tables>,
  table: 'education_department' | 'module',
  id: number,
): Promise<void> {
  await trx.selectFrom(table).select(`${table}.id`).where(`${table}.id`, '=', id).forNoKeyUpdate().execute()
}

/** Another than the lock of migrations. */
const NAMES = 3_200_118

/**
 * Makes everybody else who gives a school year or department a name wait, until this transaction ends. No key can keep
 * two from one name: schools have some that are called alike. And no row can be locked for a name that nothing has yet.
 * After the school and the record, before students; a statement of its own, as in `lockStudents`.
 */
export const lockNames = (trx: Transaction<Tables>): Promise<void> => takeTransactionLock(trx, NAMES)

/**
 * Makes every other transaction that decides about these students wait for this one. Before their test moments and in
 * the order of ids, as everyone does, so that no two wait for each other.
 *
 * A statement of its own, before anything is read: in READ COMMITTED a statement sees what was committed when it
 * started, so one that locks and reads would read what was true before it had to wait.
 */
export async function lockStudents(trx: Transaction<Tables>, userIds: readonly number[]): Promise<void> {
  if (!locksRows(trx)) return
  for (const ids of inChunks(userIds.toSorted((one, other) => one - other))) await lock(trx, ids)
}

const lock = compiledBySize((trx, ids: Ids) =>
  trx.selectFrom('user').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate(),
)

/** Namespace of locks on people of the school's provider. */
const IDENTITIES = 320_019

/**
 * Makes everybody else who decides about this person of the provider wait, until this transaction ends. Before their
 * first login no row stands for them, and of two that come at once both would make an account. Before students; `hash`
 * is 32 bits that stand for the person, with a sign.
 */
export const lockIdentity = (trx: Transaction<Tables>, hash: number): Promise<void> =>
  takeTransactionLocks(trx, IDENTITIES, [hash])

/** Roles columns of administrators. */
const ADMINISTRATORS = columnsReaching('administration')

/**
 * Makes every other change of an administrator's rights wait for this one, and every other transaction that decides
 * about these users. In the order of ids, and a statement of its own, as in `lockStudents`.
 *
 * Throws `token-revoked` when the caller is no activated administrator any more: of two who demote each other at once,
 * the second does it no longer. Since nobody demotes themselves, one always stays.
 */
export async function lockAdministrators(
  trx: Transaction<Tables>,
  caller: Pick<Caller, 'id'>,
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
 * Makes every other transaction that changes these moments wait for this one, and this one for them. Shared, so that
 * transactions about different students pass side by side. After the students, in the order of ids. Gives how many seats
 * each has, as it stays until this transaction ends.
 */
export const shareTestmoments = compiledBySize((trx, testmomentIds: Ids) =>
  trx.selectFrom('testmoment').select(['id', 'seats']).where('id', 'in', testmomentIds).orderBy('id').forShare(),
)

/** Namespace of locks on seats. */
const SEATS = 320_017

/**
 * Makes everybody else who gives out seats at these moments wait until this transaction ends: the last of all locks, all
 * that a transaction needs at once, and of limited moments alone. What is counted after it is so until then. Who frees a
 * seat needs none; see locks.rationale.md.
 */
export async function lockSeats(
  trx: Transaction<Tables>,
  moments: readonly { id: number; seats: number }[],
): Promise<void> {
  const limited = [...new Set(moments.filter(({ seats }) => seats > 0).map(({ id }) => id))]
  if (limited.length > 0)
    await takeTransactionLocks(
      trx,
      SEATS,
      limited.toSorted((one, other) => one - other),
    )
}

/** For callers that give out seats: locks these moments shared, and then their seats exclusively. After the students. */
export async function lockPlaces(trx: Transaction<Tables>, testmomentIds: readonly number[]): Promise<void> {
  if (locksRows(trx)) await lockSeats(trx, await shareTestmoments(trx, testmomentIds))
}

/**
 * Locks one moment exclusively, until this transaction ends, for callers that change it. A student who enrolls or unenrolls there is
 * done before, or comes after and sees the change. After the school and the students, and never a second one, see
 * locks.rationale.md.
 */
export async function lockTestmoment(trx: Transaction<Tables>, id: number): Promise<void> {
  await trx.selectFrom('testmoment').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/**
 * Takes several moments for itself, in the order of ids: only for who has the school (`lockSchool`), and so is alone in
 * holding more than one. After the students; see locks.rationale.md.
 */
export async function lockTestmoments(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  for (const some of inChunks([...new Set(ids)].toSorted((one, other) => one - other)))
    await trx.selectFrom('testmoment').select('id').where('id', 'in', some).orderBy('id').forNoKeyUpdate().execute()
}
