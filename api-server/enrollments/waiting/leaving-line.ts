import type { WaitingRow } from '#api-server/enrollments/desk/state.ts'
import { listEntries, placeOf, waitingColumns } from '#api-server/enrollments/desk/waiting-line.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { findTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { lockStudents, shareTestmoments } from '#api-server/platform/locks.ts'
import { announce } from '#database/changes/announce.ts'
import { type Change, seatChanges } from '#database/changes/change.ts'
import { inChunks, rowsInChunks } from '#database/queries/batched-reads.ts'
import { deleteByIds } from '#database/queries/delete-by-ids.ts'
import type { Transaction } from '#database/tables.ts'
import { placeSubject } from '#domain/audit/audit.texts.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { Problem } from '#server/problem.ts'
import { findOver, type OverWait } from './lost-waits.ts'
import { type EndedWait, writeOutcomes } from './outcomes.ts'
import type { WaitingDesk } from './promoting.ts'
import { findWaiting, type NamedWaitingRow } from './waiting.queries.ts'

/** Entries judged per query, and removed per transaction. */
const ENTRIES_PER_TRANSACTION = 100

export type WaitsOf = 'all' | readonly number[]

/**
 * Removes students from lines whose wait is over by the rules, notifies them why, and returns how many. Each is judged again
 * under locks, so if two processes check at once only one removes.
 */
export async function endWaits(desk: WaitingDesk, waits: WaitsOf): Promise<number> {
  let ended = 0
  for (const userIds of waits === 'all' ? [undefined] : inChunks(waits)) ended += await endWaitsOf(desk, userIds)
  return ended
}

async function endWaitsOf(desk: WaitingDesk, userIds: readonly number[] | undefined): Promise<number> {
  const { database, clock } = desk
  let ended = 0
  for (let afterId = 0; ; ) {
    const entries = await database.kysely
      .selectFrom('waiting_entry')
      .select(waitingColumns)
      .where('id', '>', afterId)
      .$if(userIds !== undefined, (all) => all.where('user_id', 'in', userIds ?? []))
      .orderBy('id')
      .limit(ENTRIES_PER_TRANSACTION)
      .execute()
    const over = await findOver(database.kysely, entries, clock())
    if (over.length > 0) ended += await endSome(desk, over)
    const last = entries.at(-1)
    if (!last || entries.length < ENTRIES_PER_TRANSACTION) return ended
    afterId = last.id
  }
}

async function endSome(
  { database, clock, notify = () => undefined }: WaitingDesk,
  over: readonly OverWait[],
): Promise<number> {
  const ended = await database.transaction(async (trx) => {
    await lockStudents(trx, [...new Set(over.map(({ entry }) => entry.user_id))])
    await shareTestmoments(trx, [...new Set(over.map(({ entry }) => entry.testmoment_id))])
    const ids = over.map(({ entry }) => entry.id)
    const entries = await listEntries(trx, ids)
    return takeOffOver(trx, entries, clock())
  })
  notify(changesOf(ended))
  return ended.length
}

/** Removes and announces the waits that are over. The students are locked and the moments shared. */
async function takeOffOver(trx: Transaction, entries: readonly WaitingRow[], now: number): Promise<WaitingRow[]> {
  const waits: OverWait[] = []
  for (let from = 0; from < entries.length; from += ENTRIES_PER_TRANSACTION)
    waits.push(...(await findOver(trx, entries.slice(from, from + ENTRIES_PER_TRANSACTION), now)))
  const ended = waits.map(({ entry }) => entry)
  await takeOff(trx, ended)
  await writeOutcomes(trx, waits.flatMap(endedWaitsOf), now)
  return ended
}

/**
 * Removes the entries that are over, notifies students and screens, and returns them. A step of a larger transaction, which has
 * locked the students, shared the moments and written the cause.
 */
export async function endWaitsIn(trx: Transaction, entries: readonly WaitingRow[], now: number): Promise<WaitingRow[]> {
  const ended = await takeOffOver(trx, entries, now)
  await announce(trx, changesOf(ended))
  return ended
}

/** None for a student who got the module: they already know how the wait ended. */
function endedWaitsOf({ entry, end, testmoment }: OverWait): EndedWait[] {
  if (end === 'enrolled') return []
  const { user_id, module_id, testmoment_id } = entry
  return [{ user_id, module_id, outcome: end, testmoment: { ...testmoment, id: testmoment_id } }]
}

const takeOff = (trx: Transaction, entries: readonly WaitingRow[]): Promise<void> =>
  deleteByIds(
    trx,
    'waiting_entry',
    entries.map(({ id }) => id),
  )

/** Changes for the screens of the students who waited, and for screens that show the lines. */
const changesOf = (entries: readonly Pick<WaitingRow, 'user_id' | 'testmoment_id'>[]): Change[] =>
  [...Map.groupBy(entries, ({ testmoment_id }) => testmoment_id)].flatMap(([testmomentId, of]) =>
    seatChanges([testmomentId], [...new Set(of.map(({ user_id }) => user_id))]),
  )

interface Leaving {
  entryId: number
  /** administrator who removes the student, who is then notified, with an audit line; undefined if students leave themselves */
  actorId?: number | undefined
}

/**
 * Removes one entry from its line and returns it with its former place. Throws `not-found` if it is gone, also if the student
 * has just got the seat. The caller checks whose entry it is.
 */
export async function leaveLine(
  { database, clock, notify = () => undefined }: WaitingDesk,
  { entryId, actorId }: Leaving,
): Promise<NamedWaitingRow & { place: number }> {
  const removed = await database.transaction(async (trx) => {
    const { user_id, testmoment_id } = await requireEntry(trx, entryId)
    await lockStudents(trx, [user_id])
    await shareTestmoments(trx, [testmoment_id])
    const entry = await requireEntry(trx, entryId)
    const place = await placeOf(trx, testmoment_id, user_id)
    await takeOff(trx, [entry])
    if (actorId !== undefined) await noteRemoval(trx, { entry, actorId }, clock())
    return { ...entry, place }
  })
  notify(seatChanges([removed.testmoment_id], [removed.user_id]))
  return removed
}

async function requireEntry(trx: Transaction, id: number): Promise<NamedWaitingRow> {
  const entry = await findWaiting(trx, id)
  if (!entry) throw new Problem('not-found')
  return entry
}

async function noteRemoval(
  trx: Transaction,
  { entry: { user_id, module_id, module_name, testmoment_id }, actorId }: { entry: NamedWaitingRow; actorId: number },
  now: number,
): Promise<void> {
  const testmoment = await findTestmoment(trx, testmoment_id)
  if (testmoment) await writeOutcomes(trx, [{ user_id, module_id, outcome: 'removed', testmoment }], now)
  const about = testmoment && placeSubject(module_name, testmoment)
  const change = { actorId, action: 'removed-from-waiting', resource: 'user', resourceId: user_id, about } as const
  await recordChange(trx, change, now)
}

/**
 * Removes everybody from the line of a moment that is about to be deleted, notifies each, and returns how many. A step of a
 * larger transaction, which holds the moment exclusively, so nobody joins.
 */
export async function dissolveLine(
  trx: Transaction,
  moment: WhenAndWhere & { id: number },
  now: number,
): Promise<number> {
  const entries = await trx
    .selectFrom('waiting_entry')
    .select(waitingColumns)
    .where('testmoment_id', '=', moment.id)
    .orderBy('id')
    .execute()
  if (entries.length === 0) return 0
  const users = await keepAccounts(trx, [...new Set(entries.map(({ user_id }) => user_id))])
  const waits = entries.filter(({ user_id }) => users.has(user_id))
  await takeOff(trx, waits)
  await announce(trx, changesOf(waits))
  const testmoment = { ...moment, id: null }
  await writeOutcomes(
    trx,
    waits.map(({ user_id, module_id }) => ({ user_id, module_id, outcome: 'testmoment-deleted', testmoment })),
    now,
  )
  return waits.length
}

/** Makes deletions of these accounts wait. Waits for deletions under way and leaves those accounts out. */
async function keepAccounts(trx: Transaction, userIds: readonly number[]): Promise<Set<number>> {
  const users = trx.selectFrom('user').select('id').orderBy('id').forKeyShare()
  const inOrder = userIds.toSorted((one, other) => one - other)
  const accounts = await rowsInChunks(inOrder, (ids) => users.where('id', 'in', ids).execute())
  return new Set(accounts.map(({ id }) => id))
}
