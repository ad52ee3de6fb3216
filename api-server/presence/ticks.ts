import { randomUUID } from 'node:crypto'
import { doorCodeHash } from '#api-server/facts/door-code.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { findTestmoment, type TestmomentRow } from '#api-server/facts/testmoment.queries.ts'
import { lockStudents, shareTestmoments } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import { compiledBySize, type Ids, inChunks } from '#database/queries/batched-reads.ts'
import { chairOfEnrollment } from '#database/queries/chair-of-enrollment.ts'
import { settleRecords } from '#database/queries/settle-records.ts'
import type { Transaction } from '#database/tables.ts'
import { connectionActor, presencesSubject, tickedByTeacherSubject, tickedSubject } from '#domain/audit/audit.texts.ts'
import {
  invigilatorLimits,
  isTimely,
  mayReplace,
  presencePhase,
  standingTick,
  tickTime,
} from '#domain/presence/presence.rules.ts'
import type { PresencePost, PresenceStatus, Tick, TickOutcome } from '#domain/presence/presence.schema.ts'
import type { Keys } from '#server/keys.ts'
import { Problem } from '#server/problem.ts'

/** Maker of ticks: an administrator, or an invigilator's device. */
export interface Ticker {
  by: 'administrator' | 'invigilator'
  id: number
  /** the only room whose students they tick; null or left out for all rooms */
  roomId?: number | null
  /** keys by which codes are checked that were read */
  keys?: Pick<Keys, 'doorCodes'>
  /**
   * Locks the permission to tick until the transaction ends, after students and moments are locked. Throws if the ticker may no
   * longer tick; else resolves to the instant (ms) from which their ticks do not count.
   */
  hold?: (trx: Transaction) => Promise<number>
}

export interface TicksTaken {
  /** in the order of the ticks that were sent */
  outcomes: TickOutcome[]
  changed: boolean
}

/**
 * Stores ticks made at a moment and updates the current attendance. A tick is stored once, however often it is sent and to
 * whichever process. Calls about the same students wait for each other; the tick made last wins, whichever arrives first.
 * Throws `not-found`, `presence-not-yet` before the first test day, and `too-many-requests` for a device that has sent more
 * ticks than a person can.
 */
export const takeTicks = (
  database: Database,
  { testmomentId, post, ticker }: { testmomentId: number; post: PresencePost; ticker: Ticker },
  clock: () => number,
): Promise<TicksTaken> =>
  database.transaction(async (trx) => {
    const enrollmentIds = [...new Set(post.ticks.map(({ enrollment_id }) => enrollment_id))]
    const place = { testmomentId, roomId: ticker.roomId ?? null }
    const found = await listEnrolledBy(trx, place, enrollmentIds)
    await lockStudents(trx, [...new Set(found.values())])
    await shareTestmoments(trx, [testmomentId])
    const until = (await ticker.hold?.(trx)) ?? Number.POSITIVE_INFINITY
    if (ticker.by === 'invigilator') await requireWithinLimits(trx, ticker.id)
    const moment = await findTestmoment(trx, testmomentId)
    if (!moment) throw new Problem('not-found')
    const now = clock()
    if (presencePhase(moment, now) === 'coming') throw new Problem('presence-not-yet')
    // Reads again: after waiting for a student, their enrollment may have ended, or their chair been moved.
    const enrolled = await listEnrolledBy(trx, place, [...found.keys()])
    const makers = await makersOf(trx, ticker)
    const taking: Taking = { moment, by: ticker.by, now, makers }
    const stale = await findStale(trx, post.ticks, { testmomentId, enrolled, keys: ticker.keys, now })
    const { outcomes, added, byCode } = await addTicks(trx, post.ticks, { ...taking, until, enrolled, stale })
    const noted = await addWalkIns(trx, post, taking)
    const changed = added > 0 || noted > 0
    if (changed) {
      const isTeacher = ticker.by === 'administrator'
      const change = {
        actorId: isTeacher ? ticker.id : null,
        action: 'presence-noted',
        resource: 'testmoment',
      } as const
      const about = (isTeacher ? tickedByTeacherSubject : tickedSubject)(added + noted, byCode)
      await recordChange(trx, { ...change, resourceId: testmomentId, about }, now)
    }
    return { outcomes, changed }
  })

interface Taking {
  moment: TestmomentRow
  by: Ticker['by']
  now: number
  makers: { actor_id: number | null; device_id: number | null }
}

/** Student by enrollment, for those of these enrollments that are at the moment, and in the room if one is given. */
async function listEnrolledBy(
  trx: Transaction,
  { testmomentId, roomId }: { testmomentId: number; roomId: number | null },
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = (await findEnrolled(trx, ids)).filter(({ testmoment_id }) => testmoment_id === testmomentId)
  const own = roomId === null ? rows : rows.filter(({ room_id }) => room_id === roomId)
  return new Map(own.map((row) => [row.id, row.user_id]))
}

const findEnrolled = compiledBySize((trx, ids: Ids) =>
  trx
    .selectFrom('enrollment')
    .leftJoin('chair', chairOfEnrollment)
    .select(['enrollment.id', 'enrollment.user_id', 'enrollment.testmoment_id', 'chair.room_id'])
    .where('enrollment.id', 'in', ids),
)

/** Retry-After of an hour: nobody who ticks by hand exceeds the limits. */
const PAUSE_SECONDS = 3_600

/** Throws `too-many-requests` if a device has stored as many ticks or walk-ins as it may. */
async function requireWithinLimits(trx: Transaction, deviceId: number): Promise<void> {
  const count = (table: 'presence_tick' | 'walk_in') =>
    trx
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow()
  const [ticks, walkIns] = [await count('presence_tick'), await count('walk_in')]
  if (ticks.count >= invigilatorLimits.ticks || walkIns.count >= invigilatorLimits.walkIns)
    throw new Problem('too-many-requests', { retryAfter: PAUSE_SECONDS })
}

/** Ids of the maker, as stored with a tick. A teacher who was deleted meanwhile gives null: the tick counts without a name. */
async function makersOf(trx: Transaction, { by, id }: Ticker): Promise<Taking['makers']> {
  if (by === 'invigilator') return { actor_id: null, device_id: id }
  const actor = await trx.selectFrom('user').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return { actor_id: actor?.id ?? null, device_id: null }
}

/**
 * Adds new ticks to the log and updates `presence`. A tick is `unknown` if its enrollment is of another moment or room, or if
 * its key belongs to an earlier, different tick; that earlier tick stays unchanged.
 */
async function addTicks(
  trx: Transaction,
  ticks: readonly Tick[],
  { moment, by, now, makers, until, enrolled, stale }: Taking & Judging,
): Promise<{ outcomes: TickOutcome[]; added: number; byCode: number }> {
  const dated = ticks.map((tick) => {
    const at = tickTime(tick.at, now)
    return { ...tick, at: new Date(at).toISOString(), timely: at < until && isTimely(moment, at, by) }
  })
  const isKnown = ({ key, enrollment_id }: Tick) => enrolled.has(enrollment_id) && !stale.has(key)
  const timely = dated.filter((tick) => tick.timely && isKnown(tick))
  const outdated = await findOutdated(trx, timely)
  const rows = timely.flatMap(({ key, enrollment_id, status, at, scanned }) => {
    const user_id = enrolled.get(enrollment_id)
    if (user_id === undefined || outdated.has(key)) return []
    const by_code = scanned !== undefined
    return { key, enrollment_id, user_id, status, at, received_at: new Date(now).toISOString(), by_code, ...makers }
  })
  const added: { enrollment_id: number; by_code: boolean }[] = []
  // Sorted: two processes that insert the same keys then wait for each other instead of ending in a deadlock.
  for (const some of inChunks(rows.toSorted((one, other) => (one.key < other.key ? -1 : 1))))
    added.push(
      ...(await trx
        .insertInto('presence_tick')
        .values([...some])
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning(['enrollment_id', 'by_code'])
        .execute()),
    )
  const idsOf = (some: readonly { enrollment_id: number }[]) => new Set(some.map(({ enrollment_id }) => enrollment_id))
  const standing = await settlePresence(trx, idsOf(rows), idsOf(added))
  const outcomes = dated.map(({ timely, ...tick }): TickOutcome => {
    const { key, enrollment_id, status } = tick
    if (!isKnown(tick)) return 'unknown'
    if (outdated.has(key)) return 'overruled'
    const made = standing.get(enrollment_id)
    const kept = made?.ticks.get(key)
    if (!kept) return timely ? 'unknown' : 'outside'
    if (kept.status !== status) return 'unknown'
    return made?.key === key ? 'counted' : 'overruled'
  })
  return { outcomes, added: added.length, byCode: added.filter(({ by_code }) => by_code).length }
}

interface Judging {
  until: number
  /** student by enrollment */
  enrolled: ReadonlyMap<number, number>
  /** keys of ticks by a code that was not the student's */
  stale: ReadonlySet<string>
}

/**
 * Keys of ticks by a code that was not the student's when it was read. Codes end with the moment, but a tablet that was offline
 * sends later what it read in time; and one that was read before the student renewed it was right then.
 */
async function findStale(
  trx: Transaction,
  ticks: readonly Tick[],
  {
    testmomentId,
    enrolled,
    keys,
    now,
  }: { testmomentId: number; enrolled: Judging['enrolled']; keys: Ticker['keys']; now: number },
): Promise<Set<string>> {
  const scans = ticks.filter(({ scanned }) => scanned !== undefined)
  if (scans.length === 0 || !keys) return new Set(scans.map(({ key }) => key))
  const renewed = new Map<number, { generation: number; renewed_at: string | null }>()
  for (const ids of inChunks([...new Set(scans.flatMap(({ enrollment_id }) => enrolled.get(enrollment_id) ?? []))]))
    for (const { user_id, ...row } of await findRenewed(trx, ids))
      if (row.testmoment_id === testmomentId) renewed.set(user_id, row)
  const isRight = ({ enrollment_id, scanned, at }: Tick) => {
    const user_id = enrolled.get(enrollment_id)
    if (user_id === undefined) return false
    const { generation, renewed_at } = renewed.get(user_id) ?? { generation: 0, renewed_at: null }
    const hashOf = (generation: number) =>
      doorCodeHash(keys.doorCodes, { user_id, testmoment_id: testmomentId, generation })
    if (scanned === hashOf(generation)) return true
    return renewed_at !== null && tickTime(at, now) < Date.parse(renewed_at) && scanned === hashOf(generation - 1)
  }
  return new Set(scans.filter((tick) => !isRight(tick)).map(({ key }) => key))
}

const findRenewed = compiledBySize((trx, userIds: Ids) =>
  trx
    .selectFrom('door_code')
    .select(['user_id', 'testmoment_id', 'generation', 'renewed_at'])
    .where('user_id', 'in', userIds),
)

/**
 * Keys of ticks that name the tick they replace (`replaces`), while another tick is current by now: a colleague ticked
 * meanwhile. Ticks are judged in the order in which they were made, not sent. The caller has locked their students.
 */
async function findOutdated(trx: Transaction, ticks: readonly Tick[]): Promise<Set<string>> {
  const ids = new Set(ticks.filter(({ replaces }) => replaces !== undefined).map(({ enrollment_id }) => enrollment_id))
  if (ids.size === 0) return new Set()
  const made = new Map<number, (Pick<Tick, 'key' | 'at' | 'status'> & { isOfSystem?: boolean })[]>()
  for (const tick of await listMade(trx, [...ids]))
    made.set(tick.enrollment_id, [...(made.get(tick.enrollment_id) ?? []), tick])
  const outdated = new Set<string>()
  for (const tick of ticks.toSorted((one, other) => one.at.localeCompare(other.at))) {
    const before = made.get(tick.enrollment_id) ?? []
    if (mayReplace(before, tick)) made.set(tick.enrollment_id, [...before, tick])
    else outdated.add(tick.key)
  }
  return outdated
}

interface Standing {
  /** key of the current tick */
  key: string | undefined
  ticks: ReadonlyMap<string, Pick<Tick, 'status'>>
}

/** Writes the current tick of the enrollments in `changed`; returns the ticks of all enrollments in `enrollmentIds`. */
async function settlePresence(
  trx: Transaction,
  enrollmentIds: ReadonlySet<number>,
  changed: ReadonlySet<number>,
): Promise<Map<number, Standing>> {
  const ticks = enrollmentIds.size === 0 ? [] : await listMade(trx, [...enrollmentIds])
  const standings = new Map<number, Standing>()
  const present: { enrollment_id: number; user_id: number; status: NonNullable<Tick['status']>; at: string }[] = []
  for (const [enrollment_id, made] of Map.groupBy(ticks, (tick) => tick.enrollment_id)) {
    const stands = standingTick(made)
    standings.set(enrollment_id, { key: stands?.key, ticks: new Map(made.map((tick) => [tick.key, tick])) })
    if (!stands?.status || !changed.has(enrollment_id)) continue
    present.push({ enrollment_id, user_id: stands.user_id, status: stands.status, at: stands.at })
  }
  const kept = new Set(present.map(({ enrollment_id }) => enrollment_id))
  const gone = [...changed].filter((id) => !kept.has(id))
  if (present.length > 0)
    await trx
      .insertInto('presence')
      .values(present)
      .onConflict((conflict) =>
        conflict
          .column('enrollment_id')
          .doUpdateSet(({ ref }) => ({ status: ref('excluded.status'), at: ref('excluded.at') })),
      )
      .execute()
  if (gone.length > 0) await trx.deleteFrom('presence').where('enrollment_id', 'in', gone).execute()
  await settleRecords(trx, [...changed])
  return standings
}

const findTicks = compiledBySize((trx, enrollmentIds: Ids) =>
  trx
    .selectFrom('presence_tick')
    .select(['key', 'enrollment_id', 'user_id', 'status', 'at', 'connection_id'])
    .where('enrollment_id', 'in', enrollmentIds),
)

const listMade = async (trx: Transaction, enrollmentIds: readonly number[]) =>
  (await findTicks(trx, enrollmentIds)).map((tick) => ({ ...tick, isOfSystem: tick.connection_id !== null }))

interface SystemTick {
  enrollment: { id: number; user_id: number; testmoment_id: number }
  status: PresenceStatus
  connection: { id: number; name: string }
}

/**
 * Stores the attendance that a system of the school reports. A repeated report is not stored again. The transaction must have
 * locked the student and shared the moment. `overruled`: a person ticked otherwise, and that tick counts; the list shows both.
 */
export async function addSystemTick(
  trx: Transaction,
  { enrollment, status, connection }: SystemTick,
  now: number,
): Promise<'counted' | 'same' | 'overruled'> {
  const made = await listMade(trx, [enrollment.id])
  const own = made.filter(({ connection_id }) => connection_id === connection.id)
  const isSaid = standingTick(own.map((tick) => ({ ...tick, isOfSystem: false })))?.status === status
  const outcome = (ticks: readonly Pick<Tick, 'key' | 'at' | 'status'>[]) =>
    standingTick(ticks)?.status === status ? 'counted' : 'overruled'
  if (isSaid) return outcome(made) === 'counted' ? 'same' : 'overruled'
  const at = new Date(now).toISOString()
  const tick = { key: randomUUID(), enrollment_id: enrollment.id, user_id: enrollment.user_id, status, at }
  await trx
    .insertInto('presence_tick')
    .values({ ...tick, received_at: at, actor_id: null, device_id: null, connection_id: connection.id })
    .execute()
  const ids = new Set([enrollment.id])
  await settlePresence(trx, ids, ids)
  await recordChange(
    trx,
    {
      ...{ actorId: null, connection: connectionActor(connection.name), action: 'presence-noted' },
      ...{ resource: 'testmoment', resourceId: enrollment.testmoment_id, about: presencesSubject(1) },
    },
    now,
  )
  return outcome([...made, { ...tick, isOfSystem: true, connection_id: connection.id }])
}

/**
 * Stores walk-in names that were noted in time; returns how many were new. Names noted on a device after its link ended are
 * stored too: a name changes nothing by itself, and the reply has no way to report that one was lost.
 */
async function addWalkIns(
  trx: Transaction,
  { walk_ins }: PresencePost,
  { moment, by, now, makers }: Taking,
): Promise<number> {
  const rows = walk_ins.flatMap(({ key, name, at: said }) => {
    const at = tickTime(said, now)
    if (!isTimely(moment, at, by)) return []
    return { key, testmoment_id: moment.id, name, at: new Date(at).toISOString(), ...makers }
  })
  if (rows.length === 0) return 0
  const added = await trx
    .insertInto('walk_in')
    .values(rows.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .execute()
  return added.length
}
