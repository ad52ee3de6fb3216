import type { Deps } from '#api-server/context.ts'
import { listWaitingFor } from '#api-server/enrollments/desk/waiting-line.ts'
import { endWaitsIn } from '#api-server/enrollments/waiting/leaving-line.ts'
import { listCompletions, requireModules } from '#api-server/facts/module.queries.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { lockStudents, shareSchool, shareTestmoments } from '#api-server/platform/locks.ts'
import { reachOnboardingStep } from '#api-server/users/onboarding-step.ts'
import { announce } from '#database/changes/announce.ts'
import { compiledBySize, type Ids, inChunks, rowsInChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { Problem } from '#server/problem.ts'
import { enrollAutomatically } from './automatic-enrollment.ts'
import { endEnrollments } from './end-enrollments.ts'

/** Marks modules (no duplicates) as completed and returns how many enrollments that ended. Throws `module-unknown`. */
export async function completeModules(
  { database, clock }: Deps,
  { userId, moduleIds }: { userId: number; moduleIds: readonly number[] },
): Promise<number> {
  return database.transaction(async (trx) => {
    await lockStudents(trx, [userId])
    await requireModules(trx, moduleIds, { keeps: true })
    await reachOnboardingStep(trx, userId, 4)
    if (moduleIds.length === 0) return 0
    const created_at = new Date(clock()).toISOString()
    await trx
      .insertInto('completed_module')
      .values(moduleIds.map((module_id) => ({ user_id: userId, module_id, created_at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await announceStudents(trx, [userId])
    const enrollments = await listUnrecordedInModules(trx, [userId], moduleIds)
    await shareTestmoments(trx, [...new Set(enrollments.map(({ testmoment_id }) => testmoment_id))])
    return (await unenrollFromModules(trx, { userIds: [userId], moduleIds }, clock())).length
  })
}

/**
 * Marks modules (no duplicates) as not completed, makes the automatic enrollments that this allows, and returns their number.
 * Only an administrator (`liftedBy`) can undo a completion by result, only the student one they marked themselves. Throws
 * `module-unknown`, and to students `completion-by-result`.
 */
export async function uncompleteModules(
  { database, clock }: Deps,
  { userId, moduleIds, liftedBy }: { userId: number; moduleIds: readonly number[]; liftedBy?: number | undefined },
): Promise<number> {
  return database.transaction(async (trx) => {
    await shareSchool(trx)
    await lockStudents(trx, [userId])
    await requireModules(trx, moduleIds)
    if (liftedBy === undefined) await reachOnboardingStep(trx, userId, 4)
    if (moduleIds.length === 0) return 0
    const graded = trx.selectFrom('completed_module').select('module_id').where('user_id', '=', userId)
    const byResult = graded.where('module_id', 'in', moduleIds).where('by_result', '=', true).limit(1)
    if (liftedBy === undefined && (await byResult.executeTakeFirst())) throw new Problem('completion-by-result')
    const reopened = await trx
      .deleteFrom('completed_module')
      .where('user_id', '=', userId)
      .where('module_id', 'in', moduleIds)
      .where('by_result', '=', liftedBy !== undefined)
      .returning('module_id')
      .execute()
    if (reopened.length === 0) return 0
    if (liftedBy !== undefined) {
      const change = { resource: 'user', resourceId: userId, fields: ['completed_modules'] } as const
      await recordChange(trx, { actorId: liftedBy, action: 'edited', ...change }, clock())
    }
    await announceStudents(trx, [userId])
    const scope = { userIds: [userId], moduleIds: new Set(reopened.map(({ module_id }) => module_id)) }
    return (await enrollAutomatically(trx, scope, clock)).enrollments_made
  })
}

interface ResultsOf {
  moduleId: number
  /** without duplicates */
  userIds: readonly number[]
}

/** Moments at which a student's enrollment in the module ended, and those at which they no longer wait for it. */
export interface EndedByCompletion {
  enrollment_testmoment_ids: number[]
  waiting_testmoment_ids: number[]
}

/**
 * Marks the module as completed by a result, also if the student had marked it, and ends what they no longer need: their other
 * current enrollments in it (except those with a record) and their waits for it. A step of a larger transaction, which has
 * locked these students and written the results. It shares moments, so call it before anything that takes seats. Returns the
 * students with anything ended.
 */
export async function completeByResult(
  trx: Transaction,
  { moduleId, userIds }: ResultsOf,
  clock: () => number,
): Promise<Map<number, EndedByCompletion>> {
  const created_at = new Date(clock()).toISOString()
  for (const ids of inChunks(userIds))
    await trx
      .insertInto('completed_module')
      .values(ids.map((user_id) => ({ user_id, module_id: moduleId, created_at, by_result: true })))
      .onConflict((conflict) => conflict.columns(['user_id', 'module_id']).doUpdateSet({ by_result: true }))
      .execute()
  await announceStudents(trx, userIds)

  const moduleIds = [moduleId]
  const { held, waits } = await findEnding(trx, { moduleId, userIds })
  await shareTestmoments(trx, [...new Set([...held, ...waits].map(({ testmoment_id }) => testmoment_id))])
  const now = clock()
  const enrollments = await unenrollFromModules(trx, { userIds, moduleIds }, now)
  const waiting = await endWaitsIn(trx, (await findEnding(trx, { moduleId, userIds })).waits, now)

  const ended = new Map<number, EndedByCompletion>()
  const of = (userId: number) => {
    const endedOfUser = ended.get(userId) ?? { enrollment_testmoment_ids: [], waiting_testmoment_ids: [] }
    ended.set(userId, endedOfUser)
    return endedOfUser
  }
  for (const { user_id, testmoment_id } of enrollments) of(user_id).enrollment_testmoment_ids.push(testmoment_id)
  for (const { user_id, testmoment_id } of waiting) of(user_id).waiting_testmoment_ids.push(testmoment_id)
  return ended
}

/** Previews `completeByResult` for these students; `students_completed` have not completed it yet. */
export async function previewCompletion(
  kysely: Kysely,
  { moduleId, userIds }: ResultsOf,
  now: number,
): Promise<{ students_completed: number; enrollments_ended: number; waits_ended: number; unenrolled: number[] }> {
  const completed = new Set<number>()
  for (const ids of inChunks(userIds))
    for (const { user_id, module_id } of await listCompletions(kysely, ids))
      if (module_id === moduleId) completed.add(user_id)
  const { held, waits } = await findEnding(kysely, { moduleId, userIds })
  const ending = held.filter((enrollment) => isCurrent(enrollment, now))
  return {
    students_completed: userIds.length - completed.size,
    enrollments_ended: ending.length,
    unenrolled: ending.map(({ user_id }) => user_id),
    waits_ended: waits.length,
  }
}

/** Finds their enrollments in the module without a record, past ones too, and their places in line for it. */
async function findEnding(kysely: Kysely, { moduleId, userIds }: ResultsOf) {
  return {
    held: await rowsInChunks(userIds, (ids) => listUnrecordedInModules(kysely, ids, [moduleId])),
    waits: await rowsInChunks(userIds, (ids) => listWaitingFor(kysely, ids, [moduleId])),
  }
}

/**
 * Removes completions by result of students who have no other pass: they must take the module again, and are enrolled where
 * that is automatic. Returns how many enrollments that made. A step of a larger transaction, which has locked the school
 * (`shareSchool`) and then these students, and locks nothing after it.
 */
export async function liftByResult(
  trx: Transaction,
  { moduleId, userIds }: ResultsOf,
  clock: () => number,
): Promise<number> {
  const lifted: number[] = []
  for (const ids of inChunks(userIds))
    for (const { user_id } of await trx
      .deleteFrom('completed_module')
      .where('module_id', '=', moduleId)
      .where('user_id', 'in', ids)
      .where('by_result', '=', true)
      .returning('user_id')
      .execute())
      lifted.push(user_id)
  if (lifted.length === 0) return 0
  await announceStudents(trx, lifted)
  const scope = { userIds: lifted, moduleIds: new Set([moduleId]) }
  return (await enrollAutomatically(trx, scope, clock)).enrollments_made
}

const announceStudents = (trx: Transaction, userIds: readonly number[]) =>
  announce(
    trx,
    userIds.map((user_id) => ({ event: 'enrollmentsChanged', user_id, testmoment_ids: [] })),
  )

type UnrecordedEnrollment = Awaited<ReturnType<typeof listUnrecordedInModules>>[number]

/**
 * Ends current enrollments in these modules, also where enrollment is closed; those with a record stay. The caller has
 * locked the students and shared the moments.
 */
async function unenrollFromModules(
  trx: Transaction,
  { userIds, moduleIds }: { userIds: readonly number[]; moduleIds: readonly number[] },
  now: number,
): Promise<UnrecordedEnrollment[]> {
  const enrollments = await rowsInChunks(userIds, (ids) => listUnrecordedInModules(trx, ids, moduleIds))
  const ended = enrollments.filter((enrollment) => isCurrent(enrollment, now))
  await endEnrollments(trx, ended, now)
  return ended
}

/**
 * Lists students' enrollments in some modules without a record, in all school years, with the dates that say if each is
 * current.
 */
const listUnrecordedInModules = compiledBySize((kysely, userIds: Ids, moduleIds: Ids) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .select(['enrollment.id', 'enrollment.user_id', 'enrollment.testmoment_id', 'enrollment.module_id'])
    .select(['testmoment.date', 'testmoment.duration'])
    .where('enrollment.user_id', 'in', userIds)
    .where('enrollment.module_id', 'in', moduleIds)
    .where('enrollment.has_record', '=', false),
)
