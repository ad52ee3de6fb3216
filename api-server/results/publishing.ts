import { completeByResult, type EndedByCompletion, liftByResult } from '#api-server/enrollments/completed-modules.ts'
import { listAutomaticOffers } from '#api-server/facts/automatic-enrollment.queries.ts'
import { messageAboutChange } from '#api-server/facts/message-change.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { resultHooks } from '#api-server/facts/result-hooks.ts'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { lockPlaces, lockStudents, shareSchool, shareTestmoments } from '#api-server/platform/locks.ts'
import { planChanged, requirePlan } from '#api-server/platform/plans.ts'
import { announce } from '#database/changes/announce.ts'
import { resultChanges } from '#database/changes/change.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueueAll } from '#database/outbox/outbox-tasks.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Transaction } from '#database/tables.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { endedByResultLabel } from '#domain/messages/message.texts.ts'
import type { Publication } from '#domain/results/result.schema.ts'
import { Problem } from '#server/problem.ts'
import {
  type AssessedPublication,
  assessPublication,
  listStudentsToPublish,
  type PublicationPlace,
  type ResultChange,
  type StudentsByModule,
} from './assess-publication.ts'
import { aboutResults, actorIn, type ResultMaker, requireStarted } from './drafts.ts'

interface Publishing extends PublicationPlace {
  confirmation: string
  actorId: number
  /** message to students whose other enrollments end */
  message?: WrittenMessage | undefined
}

/**
 * Publishes typed results with all consequences, or nothing; see publishing.rationale.md. Throws `not-found`,
 * `results-not-yet`, `nothing-to-publish`, a refusal of the message's words, and `plan-changed` if the plan differs from the
 * preview. `clock` in ms since the epoch.
 */
export const publishResults = (
  database: Database,
  { confirmation, actorId, message, ...place }: Publishing,
  clock: () => number,
): Promise<Publication & { students_messaged: number }> =>
  database.transaction(async (trx) => {
    await shareSchool(trx)
    const userIds = new Set(await listStudentsToPublish(trx, place))
    await lockStudents(trx, [...userIds])
    await shareTestmoments(trx, [place.testmomentId])
    const now = clock()
    await requireStarted(trx, place.testmomentId, now)
    const { changes, completing, lifting, publication, ...shown } = await assessPublication(trx, place, now)
    if (changes.length === 0) throw new Problem('nothing-to-publish')
    const preview = { publication, confirmation: shown.confirmation }
    requirePlan(preview, confirmation)
    // A result was typed meanwhile for a student who is not locked.
    if (!changes.every(({ cell }) => userIds.has(cell.user_id))) throw planChanged(preview)

    const assessed = { changes, completing, lifting }
    const { ended, enrollments_made } = await publishAssessed(trx, assessed, { ...place, actorId, now }, clock)
    await announce(trx, resultChanges(place.testmomentId, [...userIds]))
    const students_messaged = await messageAboutChange(
      trx,
      {
        written: message,
        senderId: actorId,
        about: { testmoment_id: place.testmomentId, change: 'results-published' },
        label: endedByResultLabel(await requireTestmoment(trx, { id: place.testmomentId })),
        userIds: unenrolledIn(ended),
      },
      now,
    )
    return { ...publication, enrollments_made, students_messaged }
  })

/**
 * Publishes assessed changes with all consequences: a step of a transaction that has locked their students and shared the
 * moment, and the school where completions may be lifted. The caller announces it to live screens.
 */
export async function publishAssessed(
  trx: Transaction,
  { changes, completing, lifting }: Pick<AssessedPublication, 'changes' | 'completing' | 'lifting'>,
  { testmomentId, now, ...by }: ResultMaker & { testmomentId: number; now: number },
  clock: () => number,
): Promise<{ ended: Ended; enrollments_made: number }> {
  await writePublished(trx, changes, now)
  const ended = await complete(trx, completing, clock)
  const enrollments_made = await lift(trx, lifting, clock)
  await writePublications(trx, changes, { ended, by, now })
  const cells = changes.map(({ cell }) => cell)
  await resultHooks().published(trx, cells, now)
  const about = await aboutResults(trx, cells)
  const change = { action: 'results-published', resource: 'testmoment', resourceId: testmomentId } as const
  await recordChange(trx, { ...actorIn(by), ...change, about }, now)
  return { ended, enrollments_made }
}

async function writePublished(trx: Transaction, changes: readonly ResultChange[], now: number): Promise<void> {
  for (const ids of inChunks(changes.map(({ cell }) => cell.enrollment_id)))
    await trx
      .updateTable('result')
      .set(({ ref }) => ({
        published_outcome: ref('outcome'),
        published_grade: ref('grade'),
        published_at: new Date(now).toISOString(),
      }))
      .where('enrollment_id', 'in', ids)
      .execute()
}

/** Enrollments that ended, by module and student. */
type Ended = ReadonlyMap<number, ReadonlyMap<number, EndedByCompletion>>

const unenrolledIn = (ended: Ended): number[] => [
  ...new Set(
    [...ended.values()].flatMap((students) =>
      [...students].flatMap(([userId, { enrollment_testmoment_ids }]) =>
        enrollment_testmoment_ids.length > 0 ? [userId] : [],
      ),
    ),
  ),
]

async function complete(trx: Transaction, completing: StudentsByModule, clock: () => number): Promise<Ended> {
  const ended = new Map<number, ReadonlyMap<number, EndedByCompletion>>()
  for (const [moduleId, userIds] of completing)
    ended.set(moduleId, await completeByResult(trx, { moduleId, userIds }, clock))
  return ended
}

async function lift(trx: Transaction, lifting: StudentsByModule, clock: () => number): Promise<number> {
  let made = 0
  // Each module takes seats: locked all at once, since two who publish could otherwise deadlock.
  if (lifting.size > 1) {
    const offers = await listAutomaticOffers(trx)
    const given = offers.filter(({ auto_enroll, module_id }) => auto_enroll && lifting.has(module_id))
    await lockPlaces(trx, [...new Set(given.map(({ id }) => id))])
  }
  for (const [moduleId, userIds] of lifting) made += await liftByResult(trx, { moduleId, userIds }, clock)
  return made
}

/** Stores publications, each with what it ended, which a later correction shows, and notifies their students. */
async function writePublications(
  trx: Transaction,
  changes: readonly ResultChange[],
  { ended, by, now }: { ended: Ended; by: ResultMaker; now: number },
): Promise<void> {
  // Null if the user has been deleted meanwhile.
  const publisher = await trx
    .selectFrom('user')
    .select('id')
    .where('id', '=', by.actorId)
    .forKeyShare()
    .executeTakeFirst()
  for (const some of inChunks(changes)) {
    const published = await trx
      .insertInto('result_publication')
      .values(
        some.map(({ cell: { enrollment_id, user_id, module_id, published_at }, to }) => ({
          ...{ enrollment_id, user_id },
          ...{ outcome: to?.outcome ?? null, grade: to?.grade ?? null },
          is_correction: published_at !== null,
          ended_testmoment_ids: JSON.stringify(endedIds(ended.get(module_id)?.get(user_id))),
          publisher_id: publisher?.id ?? null,
          connection_id: by.connection?.id ?? null,
          at: new Date(now).toISOString(),
        })),
      )
      .returning(['id', 'user_id'])
      .execute()
    const userIds = published.map(({ user_id }) => user_id)
    const devices = await listOwnersOfDevices(trx, userIds)
    const tasks = published.map(({ id }) => ({ publication_id: id }))
    const pushes = published.filter(({ user_id }) => devices.has(user_id)).map(({ id }) => ({ publication_id: id }))
    await enqueueAll(trx, 'result-letter', tasks, now)
    await enqueueAll(trx, 'result-push', pushes, now)
  }
}

const endedIds = ({ enrollment_testmoment_ids, waiting_testmoment_ids }: EndedByCompletion = noneEnded): number[] => [
  ...new Set([...enrollment_testmoment_ids, ...waiting_testmoment_ids]),
]

const noneEnded: EndedByCompletion = { enrollment_testmoment_ids: [], waiting_testmoment_ids: [] }

/** Users with a device: push tasks for thousands without one would only delay the others. */
async function listOwnersOfDevices(trx: Transaction, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('push_subscription')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', userIds)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}
