import { recordChange } from '#api-server/facts/record-change.ts'
import { type ChairRow, giveChairs } from '#api-server/rooms/give-chairs.ts'
import { compiledByCount } from '#database/queries/batched-reads.ts'
import type { Transaction } from '#database/tables.ts'
import type { AuditAction } from '#domain/audit/audit.schema.ts'
import { placeSubject } from '#domain/audit/audit.texts.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import type { BatchState } from './batch-state.ts'
import type { Decision, QueuedRequest } from './decide.ts'
import type { HeldEnrollment, MadeEnrollment } from './state.ts'

/**
 * Writes decisions in at most three statements and sets the ids of new enrollments. At moments that are divided over rooms the
 * students who come also get a chair, which is returned; the database frees that of who goes.
 */
export async function writeDecisions(
  trx: Transaction,
  decisions: readonly Decision[],
  { moments }: Pick<BatchState, 'moments'>,
): Promise<ChairRow[]> {
  // Removals first: a student who unenrolls and re-enrolls in one batch would otherwise collide with their old row.
  const removed = decisions.flatMap((decision) => removedBy(decision)?.id ?? [])
  if (removed.length > 0) await trx.deleteFrom('enrollment').where('id', 'in', removed).execute()

  const created = decisions.flatMap((decision) => createdBy(decision) ?? [])
  const moved = created.filter(({ calendar_id }) => calendar_id !== null)
  const rows = [
    ...(await insertEnrollments(trx, created.filter(({ calendar_id }) => calendar_id === null).map(rowOf))),
    ...(await insertMovedEnrollments(trx, moved)),
  ]
  // RETURNING promises no order.
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]))
  for (const enrollment of created) enrollment.id = ids.get(keyOf(enrollment))
  return giveChairs(
    trx,
    created.filter(({ testmoment_id }) => moments.get(testmoment_id)?.divided_at),
  )
}

/** Writes waiting entries. Ids are given in the order of one statement, and the line is in the order of ids. */
export async function writeWaiting(trx: Transaction, decisions: readonly Decision[]): Promise<void> {
  const entries = new Set(
    decisions.flatMap((decision) => (decision.kind === 'wait' && decision.changed ? [decision.entry] : [])),
  )
  const newEntries = [...entries].filter(({ id }) => id === undefined)
  for (const { id, moves } of entries)
    if (id !== undefined) await trx.updateTable('waiting_entry').set({ moves }).where('id', '=', id).execute()
  if (newEntries.length === 0) return
  const rows = await trx
    .insertInto('waiting_entry')
    .values(
      newEntries.map(({ user_id, testmoment_id, module_id, moves, created_at }) => ({
        user_id,
        testmoment_id,
        module_id,
        moves,
        created_at,
      })),
    )
    .returning(['id', 'user_id', 'testmoment_id', 'module_id'])
    .execute()
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]))
  for (const entry of newEntries) entry.id = ids.get(keyOf(entry))
}

function removedBy(decision: Decision): HeldEnrollment | undefined {
  if (decision.kind === 'move') return decision.former
  return decision.kind === 'remove' ? decision.enrollment : undefined
}

const createdBy = (decision: Decision): MadeEnrollment | undefined =>
  decision.kind === 'create' || decision.kind === 'move' ? decision.enrollment : undefined

const keyOf = ({ user_id, testmoment_id, module_id }: Place) => `${user_id} ${testmoment_id} ${module_id}`

type Place = Pick<MadeEnrollment, 'user_id' | 'testmoment_id' | 'module_id'>
type NewEnrollment = Place & Pick<MadeEnrollment, 'created_at' | 'maker' | 'maker_id'>
type Inserted = Place & { id: number }

/** Row with columns in a fixed order, since a compiled statement takes its parameters by position. */
const rowOf = ({ user_id, testmoment_id, module_id, created_at, maker, maker_id }: NewEnrollment) => ({
  user_id,
  testmoment_id,
  module_id,
  created_at,
  maker,
  maker_id,
})

/** The rows come back in any order. */
const insertEnrollments = compiledByCount((trx, rows: readonly ReturnType<typeof rowOf>[]) =>
  trx.insertInto('enrollment').values(rows).returning(['id', 'user_id', 'testmoment_id', 'module_id']),
)

/**
 * Inserts enrollments with the id by which calendars know them. There are few of these: the statement is built each
 * time.
 */
const insertMovedEnrollments = async (trx: Transaction, rows: readonly MadeEnrollment[]): Promise<Inserted[]> =>
  rows.length === 0
    ? []
    : trx
        .insertInto('enrollment')
        .values(
          rows.map((row) => ({
            ...rowOf(row),
            calendar_id: row.calendar_id,
            calendar_sequence: row.calendar_sequence,
          })),
        )
        .returning(['id', 'user_id', 'testmoment_id', 'module_id'])
        .execute()

/**
 * Adds audit lines for changes that administrators made, about the student concerned. `decisions` are in the order of the
 * requests. Students' own changes are private: they add no line and cost nothing here.
 */
export async function recordDecisions(
  trx: Transaction,
  requests: readonly QueuedRequest[],
  { decisions, state }: { decisions: readonly Decision[]; state: BatchState },
  now: number,
): Promise<void> {
  for (const [index, request] of requests.entries()) {
    const { actor_id, user_id } = request
    const decision = decisions[index]
    if (actor_id === undefined || !decision) continue
    for (const action of actionsOf(request, decision))
      await recordChange(
        trx,
        {
          ...{ actorId: actor_id, action, resource: 'user', resourceId: user_id },
          about: placeOf(action === 'unenrolled' ? removedBy(decision) : entryOf(decision), state),
        },
        now,
      )
  }
}

const entryOf = (decision: Decision) => (decision.kind === 'wait' ? decision.entry : createdBy(decision))

/** Names the module and moment of an enrollment or entry, with their present names. */
export function placeOf(
  place: (Pick<Place, 'testmoment_id' | 'module_id'> & { moment?: WhenAndWhere }) | undefined,
  { moments, modules }: Pick<BatchState, 'moments' | 'modules'>,
): string | undefined {
  const moment = place && (place.moment ?? moments.get(place.testmoment_id))
  const module = place && modules.get(place.module_id)
  return module && moment && placeSubject(module.name, moment)
}

function actionsOf(request: QueuedRequest, decision: Decision): readonly AuditAction[] {
  if (decision.kind === 'wait' && !decision.changed) return []
  if (decision.kind === 'create' && 'walks_in' in request && request.walks_in) return ['walked-in']
  const isAbove = 'above' in decision && decision.above
  return actions[decision.kind].map((action) => (isAbove && action === 'enrolled' ? 'enrolled-above-seats' : action))
}

const actions: Record<Decision['kind'], readonly AuditAction[]> = {
  create: ['enrolled'],
  remove: ['unenrolled'],
  move: ['unenrolled', 'enrolled'],
  wait: ['put-on-waiting'],
  keep: [],
  refuse: [],
}
