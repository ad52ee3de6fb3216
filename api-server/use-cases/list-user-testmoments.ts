import { listActiveEnrollments } from '#api-server/queries/list-active-enrollments.ts'
import { listActiveTestmoments } from '#api-server/queries/list-active-testmoments.ts'
import { listDepartmentModules } from '#api-server/queries/list-department-modules.ts'
import { listTestmomentModules } from '#api-server/queries/list-testmoment-modules.ts'
import type { Reader } from '#api-server/replies/enrollment-reply.ts'
import { testmomentReply } from '#api-server/replies/testmoment-reply.ts'
import type { Database } from '#database/engine/open-database.ts'
import { type EnrollmentFacts, type ModuleFacts, mayEnroll } from '#domain/enrollment/enrollment.rules.ts'
import { earliestCurrentDay, isCurrent, type MomentFacts } from '#domain/testmoment/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoment/testmoment.schema.ts'

export interface TestmomentsQuestion extends Reader {
  userId: number
  /** only moments that offer this module */
  moduleId: number | undefined
}

/** The current moments of the active school year, with this student's enrolments there. None while no year is active. */
export async function listUserTestmoments(
  database: Database,
  { userId, moduleId, ...reader }: TestmomentsQuestion,
): Promise<Testmoment[]> {
  const [moments, modules, enrollments] = await Promise.all([
    listCurrentTestmoments(database, reader.now),
    listDepartmentModules(database.kysely, userId),
    listActiveEnrollments(database.kysely, userId),
  ])
  const student = {
    modules: modules
      .filter(({ id }) => moduleId === undefined || id === moduleId)
      .map(({ id, completed_at }) => ({ id, active: true, in_department: true, is_completed: completed_at !== null })),
    enrollments: enrollments.map((row) => ({ ...row, moment: { ...row, schoolyear_active: true } })),
  }
  return moments
    .filter(({ module_ids }) => moduleId === undefined || module_ids.length === 0 || module_ids.includes(moduleId))
    .map((moment) => {
      const own = enrollments.filter(({ testmoment_id }) => testmoment_id === moment.id)
      return testmomentReply(moment, own, { ...reader, mayEnroll: mayEnrollInAny(moment, student, reader) })
    })
}

async function listCurrentTestmoments(database: Database, now: number) {
  const rows = await listActiveTestmoments(database.kysely, { from: earliestCurrentDay(now) })
  const current = rows.filter((row) => isCurrent(row, now))
  const modules = await listTestmomentModules(
    database.kysely,
    current.map(({ id }) => id),
  )
  return current.map((row) => {
    const listed = modules.filter(({ testmoment_id }) => testmoment_id === row.id)
    return { ...row, schoolyear_active: true, modules: listed, module_ids: listed.map(({ id }) => id) }
  })
}

const mayEnrollInAny = (
  moment: MomentFacts,
  { modules, enrollments }: { modules: readonly ModuleFacts[]; enrollments: readonly EnrollmentFacts[] },
  { by, now }: Reader,
): boolean => modules.some((module) => mayEnroll({ moment, module, enrollments, by, now }).allowed)
