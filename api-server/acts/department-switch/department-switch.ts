import { enrollAutomatically } from '#api-server/enrollments/automatic-enrollment.ts'
import { endEnrollments } from '#api-server/enrollments/end-enrollments.ts'
import { messageAboutChange } from '#api-server/facts/message-change.ts'
import { recordUsersEdited } from '#api-server/facts/record-change.ts'
import { requireUser } from '#api-server/facts/require-user.ts'
import { lockStudents, shareSchool, shareTestmoments } from '#api-server/platform/locks.ts'
import { requirePlan } from '#api-server/platform/plans.ts'
import { announceEdited } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import type { ConfirmedSwitch, DepartmentSwitchMetadata } from '#domain/departments/department.schema.ts'
import type { EnrollingParty } from '#domain/enrollments/enrollment.rules.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { departmentSwitchedLabel } from '#domain/messages/message.texts.ts'
import type { BatchUser, SettledUser } from '#domain/users/user-act.schema.ts'
import type { Actor } from '#server/bearer.ts'
import {
  type AssessedSwitch,
  assessSwitches,
  describeSwitch,
  findUsersLosingWaits,
  listEnrollmentsWithMoment,
  requireSwitch,
} from './assess-switch.ts'

interface SwitchDeps {
  database: Database
  clock: () => number
  replyOf: (
    plan: Awaited<ReturnType<typeof describeSwitch>>,
    reader: { by: EnrollingParty; now: number },
  ) => DepartmentSwitchMetadata
}

/**
 * Moves a student to another department, ends the enrollments that they lose by it and makes the automatic ones
 * there, all or nothing. Changes nothing if it is their department already. Leaves the user's version alone: that only detects
 * two people who edit the user's form. Throws the same errors as `previewSwitch`, and `plan-changed` with the current plan if
 * that differs from what was confirmed. A student's own switch has no message.
 */
export async function switchDepartment(
  { database, clock, replyOf }: SwitchDeps,
  { actor, by }: { actor: Actor; by: EnrollingParty },
  { user_id, department_id, confirmation, message }: ConfirmedSwitch,
) {
  return database.transaction(async (trx) => {
    await lockForSwitch(trx, [user_id])
    const now = clock()
    const { to, people } = await assessSwitches(trx, [user_id], department_id, now)
    const person = requireSwitch(people)
    if (confirmation !== undefined)
      requirePlan(replyOf(await describeSwitch(trx, { to, person }, now), { by, now }), confirmation)
    const madeBy = by === 'administrator' ? { actorId: actor.id, message } : 'student'
    const done = await carryOutSwitches(trx, { people: [person], to, madeBy }, clock)
    return { user: await requireUser(trx, user_id), ...done }
  })
}

interface DepartmentAssignment {
  users: readonly BatchUser[]
  departmentId: number
  /** null for a system of the school: students who would lose an enrollment or a wait are refused (`ends-more`) */
  actorId: number | null
  connection?: string | undefined
  /** message to students whose enrollments end; later batches of the act are added to it */
  message?: WrittenMessage | undefined
}

/**
 * Assigns a department to these students: before onboarding only the field changes, afterwards it is a switch with all its
 * consequences. Call it before the transaction takes any lock. A student who would lose more enrollments than was confirmed is
 * refused.
 */
export async function assignDepartment(
  trx: Transaction,
  { users, departmentId, actorId, connection, message }: DepartmentAssignment,
  clock: () => number,
): Promise<SettledUser[]> {
  const ids = users.map(({ id }) => id)
  await lockForSwitch(trx, ids)
  const confirmedEnds = new Map(users.map(({ id, ends = 0 }) => [id, ends]))
  const assessed = await assessSwitches(trx, ids, departmentId, clock())
  const waits = actorId === null ? await findUsersLosingWaits(trx, assessed) : new Set<number>()
  const people = assessed.people.map((one): AssessedSwitch => {
    const endsMore = one.ended.length > (confirmedEnds.get(one.id) ?? 0) || waits.has(one.id)
    return endsMore ? { ...one, kind: 'refused', obstacle: 'ends-more', ended: [] } : one
  })
  await carryOutSwitches(trx, { people, to: assessed.to, madeBy: { actorId, connection, message } }, clock)
  return people.map(({ id, kind, obstacle }) => ({
    id,
    outcome: kind === 'already' || kind === 'refused' ? kind : 'done',
    ...(obstacle && { obstacle }),
  }))
}

async function lockForSwitch(trx: Transaction, userIds: readonly number[]): Promise<void> {
  await shareSchool(trx)
  await lockStudents(trx, userIds)
  const enrollments = await listEnrollmentsWithMoment(trx, userIds)
  await shareTestmoments(trx, [...new Set(enrollments.map(({ testmoment_id }) => testmoment_id))])
}

interface Switches {
  people: readonly AssessedSwitch[]
  to: { id: number; name: string }
  /** `student`: their own switch, which is not recorded */
  madeBy: 'student' | Pick<DepartmentAssignment, 'actorId' | 'connection' | 'message'>
}

/** Needs the locks of `lockForSwitch`. Locks seats too, so nothing may be locked after it. */
async function carryOutSwitches(trx: Transaction, { people, to, madeBy }: Switches, clock: () => number) {
  const now = clock()
  const idsOf = (wanted: AssessedSwitch['kind']) => people.filter(({ kind }) => kind === wanted).map(({ id }) => id)
  const [chosen, switched] = [idsOf('chosen'), idsOf('switched')]
  const ended = people.flatMap((person) => person.ended)
  await endEnrollments(trx, ended, now)

  const changed = [...chosen, ...switched]
  if (changed.length > 0)
    await trx.updateTable('user').set({ education_department_id: to.id }).where('id', 'in', changed).execute()
  if (madeBy === 'student') await announceEdited(trx, changed)
  else {
    const change = {
      actorId: madeBy.actorId,
      connection: madeBy.connection,
      fields: ['education_department_id'],
    }
    await recordUsersEdited(trx, { ...change, userIds: chosen }, now)
    await recordUsersEdited(trx, { ...change, userIds: switched, action: 'department-switched' }, now)
  }
  const students_messaged = await messageUnenrolled(trx, { ended, to, madeBy }, now)
  const made = switched.length > 0 ? await enrollAutomatically(trx, { userIds: switched }, clock) : null
  return { enrollments_deleted: ended.length, enrollments_made: made?.enrollments_made ?? 0, students_messaged }
}

async function messageUnenrolled(
  trx: Transaction,
  { ended, to, madeBy }: Omit<Switches, 'people'> & { ended: readonly { user_id: number }[] },
  now: number,
): Promise<number> {
  if (madeBy === 'student' || madeBy.actorId === null) return 0
  const { actorId: senderId, message: written } = madeBy
  const about = { education_department_id: to.id, change: 'department-switched' }
  const userIds = [...new Set(ended.map(({ user_id }) => user_id))]
  const label = departmentSwitchedLabel(to.name)
  return messageAboutChange(trx, { written, senderId, about, label, userIds, inBatches: true }, now)
}
