import type { Transaction } from 'kysely'
import { lockStudents, lockTestmoment } from '#api-server/platform/locks.ts'
import { listStudentsAtTestmoment } from '#api-server/queries/list-students-at-testmoment.ts'
import type { TestmomentEditReply } from '#contract/testmoment.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { noConsequences } from '#domain/entities/consequence.rules.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { TestmomentEdit } from '#domain/testmoments/testmoment.schema.ts'
import { applyEdit, scheduleRefusal } from '#domain/testmoments/testmoment-edit.rules.ts'
import { testmomentFieldTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { Problem } from '#server/problem.ts'
import { requireConfirmation, requireVersion } from '../platform/edits.ts'
import { describeTestmoment } from './describe-testmoments.ts'
import { followSchedule } from './follow-schedule.ts'
import { requireTestmoment, type TestmomentPlace } from './require-testmoment.ts'
import { weighTestmomentDay } from './weigh-testmoment-day.ts'
import { weighTestmomentEdit } from './weigh-testmoment-edit.ts'
import { writeTestmoment } from './write-testmoment.ts'

export interface TestmomentEditing {
  place: TestmomentPlace
  edit: TestmomentEdit
  actorId: number
  confirmed?: string | undefined
}

/**
 * Changes a moment itself: its days, its limit, whether and when students may enroll. A planned time that has come goes
 * first, so that the edit meets the moment as students already do. Throws `not-found`, `version-stale`,
 * `confirmation-needed`, `enrollments-doubled` or a `ScheduleRefusal`.
 */
export async function editTestmoment(
  { database, clock }: { database: Database; clock: () => number },
  { place, edit, actorId, confirmed }: TestmomentEditing,
): Promise<TestmomentEditReply> {
  return database.transaction(async (trx) => {
    await lockConcerned(trx, place, clock())
    const now = clock()
    const before = await followSchedule(trx, await requireTestmoment(trx, place), now)
    const described = await describeTestmoment(trx, before)
    requireVersion(edit, before, { texts: testmomentFieldTexts(now), reply: described })

    const refusal = scheduleRefusal(before, edit, now)
    if (refusal) throw new Problem(refusal)
    const after = applyEdit(before, edit, now)
    const effects = await weighTestmomentEdit(trx, { before, after }, now)
    const { students_doubled } = effects
    if (students_doubled > 0) throw new Problem('enrollments-doubled', { details: { students_doubled } })
    const isMoved = after.date !== before.date || after.duration !== before.duration
    if (isMoved && confirmed !== undefined) {
      const oddities = after.date === before.date ? {} : await weighTestmomentDay(trx, { ...before, date: after.date })
      const students_moved = effects.students_enrolled
      requireConfirmation({ ...noConsequences, ...oddities, students_moved }, confirmed)
    }

    const moment = await writeTestmoment(trx, { before, after, actorId }, now)
    return { entity: { ...described, ...moment }, ...effects }
  })
}

/** The students of a past moment too: it may become current again, while they enroll elsewhere. */
async function lockConcerned(trx: Transaction<Tables>, place: TestmomentPlace, now: number): Promise<void> {
  const moment = await requireTestmoment(trx, place)
  if (!isCurrent(moment, now)) await lockStudents(trx, await listStudentsAtTestmoment(trx, moment.id))
  await lockTestmoment(trx, moment.id)
}
