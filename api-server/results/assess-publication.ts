import { loadOffer, loadStudents } from '#api-server/enrollments/automatic-enrollment.ts'
import { previewCompletion } from '#api-server/enrollments/completed-modules.ts'
import { type CellRow, draftOf, findCells, listCells, publishedOf } from '#api-server/facts/result.queries.ts'
import { planDigest } from '#api-server/platform/plans.ts'
import { inChunks, rowsInChunks } from '#database/queries/batched-reads.ts'
import { whenAndWhereColumns } from '#database/queries/when-and-where.ts'
import type { Kysely } from '#database/tables.ts'
import { type WhenAndWhere, whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { automaticEnrollments } from '#domain/enrollments/automatic.rules.ts'
import { pick } from '#domain/entities/pick.ts'
import { type CompletionEffect, completionEffect, isSameResult } from '#domain/results/result.rules.ts'
import type { Absentee, Correction, Publication, ResultValue } from '#domain/results/result.schema.ts'
import { byStart } from '#domain/testmoments/testmoment.rules.ts'

/** Results of a moment: all, or only of some modules or enrollments. */
export interface PublicationPlace {
  testmomentId: number
  moduleIds?: readonly number[] | undefined
  enrollmentIds?: readonly number[] | undefined
}

/** A result that differs from what the student knows. */
export interface ResultChange {
  cell: CellRow
  from: ResultValue | null
  /** null to withdraw it */
  to: ResultValue | null
  effect: CompletionEffect
}

/** Students whose completion of a module begins or ends, by module id. */
export type StudentsByModule = ReadonlyMap<number, readonly number[]>

export interface AssessedPublication {
  changes: ResultChange[]
  completing: StudentsByModule
  /** students without another published pass */
  lifting: StudentsByModule
  publication: Publication
  /**
   * digest of the publication without students who have no result and without automatic enrollments, which others change all
   * the time
   */
  confirmation: string
}

/** Assesses publishing at `now`. Publishing repeats it under its locks. */
export async function assessPublication(
  kysely: Kysely,
  place: PublicationPlace,
  now: number,
): Promise<AssessedPublication> {
  const cells = await listCellsIn(kysely, place)
  const changes = cells.flatMap(changeOf).toSorted((one, other) => one.cell.enrollment_id - other.cell.enrollment_id)
  const completing = studentsOf(changes.filter(({ effect }) => effect === 'completes'))
  const lifts = changes.filter(({ effect }) => effect === 'lifts')
  const lifting = studentsOf(await withoutOtherPass(kysely, place.testmomentId, lifts))
  const publication: Publication = {
    results: changes.length,
    passed: changes.filter(({ to }) => to?.outcome === 'passed').length,
    failed: changes.filter(({ to }) => to?.outcome === 'failed').length,
    corrections: await listCorrections(kysely, changes),
    absent: await listAbsent(kysely, changes),
    ...(await countCompletions(kysely, completing, now)),
    ...(await countLifted(kysely, lifting, now)),
    without_result: new Set(cells.filter((cell) => draftOf(cell) === null).map(({ user_id }) => user_id)).size,
  }
  const { enrollments_made: _, without_result: __, ...confirmed } = publication
  const drafts = changes.map(({ cell, from, to }) => [cell.enrollment_id, cell.version, from, to])
  const confirmation = planDigest(place.testmomentId, drafts, confirmed)
  return { changes, completing, lifting, publication, confirmation }
}

/** Ids of the students whose results would be published now, to lock them. */
export async function listStudentsToPublish(kysely: Kysely, place: PublicationPlace): Promise<number[]> {
  const changes = (await listCellsIn(kysely, place)).flatMap(changeOf)
  return [...new Set(changes.map(({ cell }) => cell.user_id))]
}

async function listCellsIn(
  kysely: Kysely,
  { testmomentId, moduleIds, enrollmentIds }: PublicationPlace,
): Promise<CellRow[]> {
  const cells =
    enrollmentIds === undefined
      ? await listCells(kysely, testmomentId)
      : [...(await findCells(kysely, testmomentId, enrollmentIds)).values()]
  if (moduleIds === undefined) return cells
  const modules = new Set(moduleIds)
  return cells.filter(({ module_id }) => modules.has(module_id))
}

function changeOf(cell: CellRow): ResultChange[] {
  const [from, to] = [publishedOf(cell), draftOf(cell)]
  return isSameResult(from, to) ? [] : [{ cell, from, to, effect: completionEffect(from, to) }]
}

const studentsOf = (changes: readonly ResultChange[]): StudentsByModule =>
  new Map(
    [...Map.groupBy(changes, ({ cell }) => cell.module_id)]
      .toSorted(([one], [other]) => one - other)
      .map(([moduleId, of]) => [moduleId, of.map(({ cell }) => cell.user_id)]),
  )

/** Changes of students without another published pass of the module. */
async function withoutOtherPass(
  kysely: Kysely,
  testmomentId: number,
  changes: readonly ResultChange[],
): Promise<ResultChange[]> {
  const passed = kysely
    .selectFrom('enrollment')
    .innerJoin('result', 'result.enrollment_id', 'enrollment.id')
    .select(['enrollment.user_id', 'enrollment.module_id'])
    .where('enrollment.testmoment_id', '<>', testmomentId)
    .where('result.published_outcome', '=', 'passed')
  const userIds = changes.map(({ cell }) => cell.user_id)
  const rows = await rowsInChunks(userIds, (ids) => passed.where('result.user_id', 'in', ids).execute())
  const passes = new Set(rows.map((row) => `${row.user_id} ${row.module_id}`))
  return changes.filter(({ cell }) => !passes.has(`${cell.user_id} ${cell.module_id}`))
}

async function countCompletions(
  kysely: Kysely,
  completing: StudentsByModule,
  now: number,
): Promise<Pick<Publication, 'completions' | 'enrollments_ended' | 'waits_ended' | 'students_unenrolled'>> {
  const counts = { completions: 0, enrollments_ended: 0, waits_ended: 0 }
  const unenrolled = new Set<number>()
  for (const [moduleId, userIds] of completing) {
    const { students_completed, ...ended } = await previewCompletion(kysely, { moduleId, userIds }, now)
    counts.completions += students_completed
    counts.enrollments_ended += ended.enrollments_ended
    for (const userId of ended.unenrolled) unenrolled.add(userId)
    counts.waits_ended += ended.waits_ended
  }
  return { ...counts, students_unenrolled: unenrolled.size }
}

async function countLifted(
  kysely: Kysely,
  lifting: StudentsByModule,
  now: number,
): Promise<Pick<Publication, 'completions_lifted' | 'enrollments_made'>> {
  const counts = { completions_lifted: 0, enrollments_made: 0 }
  for (const [moduleId, userIds] of lifting) {
    const lifted = await listCompletedByResult(kysely, moduleId, userIds)
    counts.completions_lifted += lifted.length
    counts.enrollments_made += await countAutomatic(kysely, moduleId, lifted, now)
  }
  return counts
}

async function listCompletedByResult(kysely: Kysely, moduleId: number, userIds: readonly number[]): Promise<number[]> {
  const completed = kysely
    .selectFrom('completed_module')
    .select('user_id')
    .where('module_id', '=', moduleId)
    .where('by_result', '=', true)
  const rows = await rowsInChunks(userIds, (ids) => completed.where('user_id', 'in', ids).execute())
  return rows.map(({ user_id }) => user_id)
}

/** Counts automatic enrollments that would follow if the module became incomplete. */
async function countAutomatic(
  kysely: Kysely,
  moduleId: number,
  userIds: readonly number[],
  now: number,
): Promise<number> {
  let made = 0
  const offer = await loadOffer(kysely, new Set([moduleId]))
  let { free_seats } = offer
  for (const ids of inChunks(userIds)) {
    const students = (await loadStudents(kysely, ids, offer)).map((student) => ({
      ...student,
      completed_module_ids: new Set([...student.completed_module_ids].filter((id) => id !== moduleId)),
    }))
    const outcome = automaticEnrollments({ ...offer, free_seats, students, now })
    free_seats = outcome.free_seats
    made += outcome.made.length
  }
  return made
}

/**
 * Lists corrections of known results: the earlier one, and for a student who no longer passes the enrollments that
 * ended when they did.
 */
async function listCorrections(kysely: Kysely, changes: readonly ResultChange[]): Promise<Correction[]> {
  const corrected = changes.flatMap(({ from, ...change }) => (from === null ? [] : [{ ...change, from }]))
  if (corrected.length === 0) return []
  const names = await findNames(kysely, corrected)
  const unpassed = corrected.filter(({ effect }) => effect === 'lifts')
  const enrollmentIds = unpassed.map(({ cell }) => cell.enrollment_id)
  const ended = await listEnded(kysely, enrollmentIds)
  return corrected.flatMap(({ cell: { enrollment_id }, from, to }) => {
    const name = names.get(enrollment_id)
    return name ? [{ enrollment_id, ...name, from, to, ended: ended.get(enrollment_id) ?? [] }] : []
  })
}

/** Lists who was absent and gets a result: a grade beside 'Afwezig' may be right, or in the wrong row. */
async function listAbsent(kysely: Kysely, changes: readonly ResultChange[]): Promise<Absentee[]> {
  const absent = changes.filter(({ cell, to }) => cell.presence === 'absent' && to !== null)
  if (absent.length === 0) return []
  const names = await findNames(kysely, absent)
  return absent.flatMap(({ cell: { enrollment_id, user_id } }) => {
    const name = names.get(enrollment_id)
    return name ? [{ enrollment_id, user_id, ...name }] : []
  })
}

async function findNames(kysely: Kysely, changes: readonly Pick<ResultChange, 'cell'>[]) {
  const named = kysely
    .selectFrom('enrollment')
    .innerJoin('user', 'user.id', 'enrollment.user_id')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .select(['enrollment.id', 'user.first_name', 'user.last_name', 'module.name as module_name'])
  const enrollmentIds = changes.map(({ cell }) => cell.enrollment_id)
  const rows = await rowsInChunks(enrollmentIds, (ids) => named.where('enrollment.id', 'in', ids).execute())
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}

/** Finds by enrollment the moments where another one ended when its result was published; deleted moments are missing. */
async function listEnded(kysely: Kysely, enrollmentIds: readonly number[]): Promise<Map<number, WhenAndWhere[]>> {
  const endedAt = new Map<number, Set<number>>()
  for (const ids of inChunks(enrollmentIds)) {
    const rows = await kysely
      .selectFrom('result_publication')
      .select(['enrollment_id', 'ended_testmoment_ids'])
      .where('enrollment_id', 'in', ids)
      .execute()
    for (const { enrollment_id, ended_testmoment_ids } of rows) {
      const ended: number[] = JSON.parse(ended_testmoment_ids)
      endedAt.set(enrollment_id, new Set([...(endedAt.get(enrollment_id) ?? []), ...ended]))
    }
  }
  const moments = await findMoments(kysely, [...new Set([...endedAt.values()].flatMap((ids) => [...ids]))])
  return new Map(
    [...endedAt].map(([id, at]) => [
      id,
      [...at]
        .flatMap((momentId) => moments.get(momentId) ?? [])
        .toSorted(byStart)
        .map((moment) => pick(moment, whenAndWhereFieldNames)),
    ]),
  )
}

async function findMoments(kysely: Kysely, ids: readonly number[]) {
  const moments = kysely.selectFrom('testmoment').select(['testmoment.id', ...whenAndWhereColumns])
  const rows = await rowsInChunks(ids, (some) => moments.where('testmoment.id', 'in', some).execute())
  return new Map(rows.map((moment) => [moment.id, moment]))
}
