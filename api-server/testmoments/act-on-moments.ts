import type { Deps } from '#api-server/context.ts'
import { messageAboutChange } from '#api-server/facts/message-change.ts'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { lockSchool, lockStudents, lockTestmoments } from '#api-server/platform/locks.ts'
import { planDigest, requirePlan } from '#api-server/platform/plans.ts'
import type { MomentsActReply } from '#contract/testmoments.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { momentsChangedLabel } from '#domain/messages/message.texts.ts'
import { confirmedOf } from '#domain/testmoments/moments-act.rules.ts'
import type { MomentsAct, MomentsPreview } from '#domain/testmoments/moments-act.schema.ts'
import { type AssessedMoment, assessMoments } from './assess-moments.ts'
import { removeTestmoment } from './delete-testmoment.ts'
import { unenrollFromRemoved, writeTestmomentModules } from './testmoment-modules.ts'
import { followSchedule, writeTestmoment } from './testmoment-schedule.ts'

interface MomentsWish {
  act: MomentsAct
  testmoment_ids: readonly number[]
}

/** Nothing is locked, so it may change before it is confirmed. */
export async function previewMomentsAct(
  { kysely }: Database,
  { act, testmoment_ids: testmomentIds }: MomentsWish,
  now: number,
): Promise<MomentsPreview> {
  return previewOf(act, await assessMoments(kysely, { act, testmomentIds }, now))
}

interface MomentsActing extends MomentsWish {
  confirmation: string
  actorId: number
  message?: WrittenMessage | undefined
}

/**
 * Carries out a previewed act on many moments in one transaction; moments that refuse it stay unchanged. The message goes to
 * the students concerned at any of them. Throws `plan-changed` with the present preview if it differs from the confirmed one,
 * `module-unknown`, and refusals of the message's words.
 */
export async function actOnMoments(
  { database, clock }: Deps,
  { act, testmoment_ids: testmomentIds, confirmation, actorId, message }: MomentsActing,
): Promise<MomentsActReply> {
  return database.transaction(async (trx) => {
    await lockSchool(trx)
    if (act.kind === 'delete' || act.kind === 'modules')
      await lockStudents(trx, await listStudentsAt(trx, testmomentIds))
    await lockTestmoments(trx, testmomentIds)
    const now = clock()
    const assessed = await assessMoments(trx, { act, testmomentIds }, now)
    const preview = previewOf(act, assessed)
    requirePlan(preview, confirmation)

    const concerned = assessed.filter((one) => one.concerned.length > 0)
    const students_messaged = await messageAboutChange(
      trx,
      {
        written: message,
        senderId: actorId,
        about: { testmoment_ids: concerned.map(({ plan }) => plan.id), change: changes[act.kind] },
        label: momentsChangedLabel(
          changes[act.kind],
          concerned.flatMap(({ moment }) => moment ?? []),
        ),
        userIds: notifiedStudents(assessed),
      },
      now,
    )
    for (const one of assessed) if (one.plan.outcome === 'will') await carryOut(trx, { act, one, actorId }, now)
    return { moments: preview.moments, students_messaged }
  })
}

const changes = {
  open: 'edited',
  close: 'edited',
  plan: 'edited',
  seats: 'edited',
  modules: 'modules-removed',
  delete: 'deleted',
} as const satisfies Record<MomentsAct['kind'], string>

/** Ids of students who are enrolled at these moments or wait for them: an act may end their enrollment or their wait. */
async function listStudentsAt(trx: Transaction, testmomentIds: readonly number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('enrollment')
    .select('user_id')
    .where('testmoment_id', 'in', testmomentIds)
    .union(trx.selectFrom('waiting_entry').select('user_id').where('testmoment_id', 'in', testmomentIds))
    .execute()
  return rows.map(({ user_id }) => user_id)
}

interface CarryingOut {
  act: MomentsAct
  one: AssessedMoment
  actorId: number
}

async function carryOut(trx: Transaction, { act, one, actorId }: CarryingOut, now: number): Promise<void> {
  if (!one.moment) return
  // A planned time that has come takes effect first, as in a single edit.
  const moment =
    act.kind === 'delete' ? one.moment : await followSchedule(trx, await requireTestmoment(trx, one.plan), now)
  if (act.kind === 'delete') await removeTestmoment(trx, { moment, actorId }, now)
  else if (one.modules) {
    await unenrollFromRemoved(trx, { moment, ...one.modules }, now)
    await writeTestmomentModules(trx, { moment, ...one.modules, actorId }, now)
  } else if (one.fields) await writeTestmoment(trx, { before: moment, after: one.fields, actorId }, now)
}

const notifiedStudents = (assessed: readonly AssessedMoment[]): number[] => [
  ...new Set(assessed.flatMap(({ concerned }) => concerned)),
]

function previewOf(act: MomentsAct, assessed: readonly AssessedMoment[]): MomentsPreview {
  const moments = assessed.map(({ plan }) => plan)
  const isNothing = moments.every(({ outcome }) => outcome !== 'will')
  const confirmation = isNothing ? null : planDigest(act, moments.map(confirmedOf))
  return { moments, students_concerned: notifiedStudents(assessed).length, confirmation }
}
