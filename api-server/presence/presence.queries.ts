import type { Kysely } from 'kysely'
import { linkById, pathOf } from '#contract/endpoint.ts'
import { enrollWalkIn, settleWalkIn, tickInvigilation, tickPresence } from '#contract/presence.ts'
import { compiledBySize, type Ids, inChunks } from '#database/queries/batched-reads.ts'
import type { Tables } from '#database/tables.ts'
import { DELETED_USER } from '#domain/audit/audit.texts.ts'
import { pick } from '#domain/entities/pick.ts'
import { dissentingTicks, type MadeTick, presencePhase, standingTick } from '#domain/presence/presence.rules.ts'
import type { PresenceList, WalkIn } from '#domain/presence/presence.schema.ts'
import { presenceTexts } from '#domain/presence/presence.texts.ts'
import { whenAndWhereFieldNames } from '#domain/testmoments/testmoment.schema.ts'
import { inNameOrder } from '#domain/users/names.ts'
import { findTestmoment } from '../testmoments/testmoment.queries.ts'

/** For whom a list is made: what they may do about it differs. */
export type PresenceReader = 'administrator' | 'invigilator'

/**
 * A moment's list, by four questions, and some more for every thousand enrollments; undefined when there is no such moment.
 * `now` in ms.
 */
export async function findPresence(
  kysely: Kysely<Tables>,
  testmomentId: number,
  { reader, now }: { reader: PresenceReader; now: number },
): Promise<PresenceList | undefined> {
  const moment = await findTestmoment(kysely, testmomentId)
  if (!moment) return undefined
  const enrolled = await listEnrolled(kysely, testmomentId)
  const made = await listTicks(kysely, enrolled)
  const people = await findPeople(kysely, [
    ...enrolled.map(({ user_id }) => user_id),
    ...made.flatMap(({ actor_id }) => actor_id ?? []),
  ])
  const ticks = Map.groupBy(made, ({ enrollment_id }) => enrollment_id)
  const entries = enrolled.flatMap((entry) => {
    const student = people.get(entry.user_id)
    return student ? { ...entry, ...pick(student, studentFields) } : []
  })
  const tickedReply = ({ status, at, ...maker }: TickRow) => ({
    ...{ status, at },
    who: whoIs({ ...maker, ...people.get(maker.actor_id ?? 0) }),
  })
  const walkIns = await listWalkIns(kysely, { testmomentId })
  const phase = presencePhase(moment, now)
  return {
    testmoment: pick(moment, ['id', ...whenAndWhereFieldNames]),
    entities: inNameOrder(entries).map((entry) => {
      const own = ticks.get(entry.enrollment_id) ?? []
      const standing = standingTick(own)
      return {
        ...entry,
        ticked: standing && standing.status !== null ? tickedReply(standing) : null,
        others: dissentingTicks(own).map(tickedReply),
      }
    }),
    walk_ins: walkIns.map((row) => walkInReply(row, reader)),
    now: new Date(now).toISOString(),
    _links: reader === 'administrator' ? linksOf(testmomentId, phase) : { tick: TICK },
  }
}

const TICK = { method: tickInvigilation.method, href: pathOf(tickInvigilation) }
const tick = linkById(tickPresence)
const walkIn = linkById(enrollWalkIn)
const settle = linkById(settleWalkIn)

const linksOf = (id: number, phase: ReturnType<typeof presencePhase>): PresenceList['_links'] =>
  phase === 'coming' ? {} : { tick: tick(id), ...(phase === 'open' && { walk_in: walkIn(id) }) }

/** One row for each student and module; a student's modules come after each other, also where two are called alike. */
async function listEnrolled(kysely: Kysely<Tables>, testmomentId: number) {
  const rows = await kysely
    .selectFrom('enrollment')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .select(['enrollment.id as enrollment_id', 'enrollment.user_id', 'enrollment.module_id'])
    .select('module.name as module_name')
    .where('enrollment.testmoment_id', '=', testmomentId)
    .execute()
  return rows.sort((one, other) => one.user_id - other.user_id || one.enrollment_id - other.enrollment_id)
}

const studentFields = ['first_name', 'last_name', 'student_number', 'extra_time'] as const

/**
 * People and ticks are asked for by their ids, and not joined to the moment's enrollments: those are so many to PostgreSQL
 * that it would read all of a large table.
 */
async function findPeople(kysely: Kysely<Tables>, userIds: readonly number[]) {
  const people = new Map<number, Awaited<ReturnType<typeof peopleOf>>[number]>()
  for (const ids of inChunks([...new Set(userIds)]))
    for (const person of await peopleOf(kysely, ids)) people.set(person.id, person)
  return people
}

const peopleOf = compiledBySize((kysely, ids: Ids) =>
  kysely
    .selectFrom('user')
    .select(['id', ...studentFields])
    .where('id', 'in', ids),
)

interface Maker {
  actor_id: number | null
  device_id: number | null
  device_name: string | null
  /** of the administrator, while they are there */
  first_name?: string | null
  last_name?: string | null
}

type TickRow = MadeTick & Maker & { enrollment_id: number }

async function listTicks(kysely: Kysely<Tables>, enrolled: readonly { enrollment_id: number }[]): Promise<TickRow[]> {
  const ticks: TickRow[] = []
  for (const ids of inChunks(enrolled.map(({ enrollment_id }) => enrollment_id)))
    for (const row of await ticksOf(kysely, ids)) ticks.push({ ...row, maker: makerOf(row) })
  return ticks
}

const ticksOf = compiledBySize((kysely, enrollmentIds: Ids) =>
  kysely
    .selectFrom('presence_tick')
    .leftJoin('invigilator_device', 'invigilator_device.id', 'presence_tick.device_id')
    .select(['presence_tick.enrollment_id', 'presence_tick.key', 'presence_tick.status', 'presence_tick.at'])
    .select(['presence_tick.actor_id', 'presence_tick.device_id', 'invigilator_device.name as device_name'])
    .where('presence_tick.enrollment_id', 'in', enrollmentIds),
)

/** Who made a tick, told apart from others; of those that are gone nobody knows which it was. */
const makerOf = ({ actor_id, device_id }: Pick<Maker, 'actor_id' | 'device_id'>): string =>
  actor_id !== null ? `user ${actor_id}` : `device ${device_id}`

/** Never an address: invigilators read it too. */
function whoIs({ actor_id, device_name, first_name, last_name }: Maker): string {
  if (device_name !== null) return device_name
  if (actor_id === null) return DELETED_USER
  return `${first_name ?? ''} ${last_name ?? ''}`.trim() || presenceTexts.teacher
}

/** Those of a moment, as they were noted; or one. */
export const listWalkIns = (kysely: Kysely<Tables>, of: { testmomentId: number } | { id: number }) =>
  kysely
    .selectFrom('walk_in')
    .leftJoin('user', 'user.id', 'walk_in.actor_id')
    .leftJoin('invigilator_device', 'invigilator_device.id', 'walk_in.device_id')
    .select(['walk_in.id', 'walk_in.key', 'walk_in.name', 'walk_in.at', 'walk_in.settled_at', 'walk_in.testmoment_id'])
    .select(['walk_in.actor_id', 'walk_in.device_id', 'user.first_name', 'user.last_name'])
    .select('invigilator_device.name as device_name')
    .where(
      'testmomentId' in of ? 'walk_in.testmoment_id' : 'walk_in.id',
      '=',
      'testmomentId' in of ? of.testmomentId : of.id,
    )
    .orderBy('walk_in.at')
    .orderBy('walk_in.id')
    .execute()

type WalkInRow = Awaited<ReturnType<typeof listWalkIns>>[number]

export const walkInReply = (row: WalkInRow, reader: PresenceReader): WalkIn => ({
  ...pick(row, ['id', 'key', 'name', 'at']),
  who: whoIs(row),
  settled: row.settled_at !== null,
  _links: reader === 'administrator' && row.settled_at === null ? { settle: settle(row.id) } : {},
})
