import { listActiveEnrollments } from '#api-server/queries/list-active-enrollments.ts'
import { listDepartmentModules } from '#api-server/queries/list-department-modules.ts'
import { enrollmentReply, type Reader } from '#api-server/replies/enrollment-reply.ts'
import type { Database } from '#database/engine/open-database.ts'
import { futureEnrollment } from '#domain/module/module-status.rules.ts'
import type { ModuleStatus } from '#domain/module/module-status.schema.ts'
import { isCurrent } from '#domain/testmoment/testmoment.rules.ts'

type ActiveEnrollment = Awaited<ReturnType<typeof listActiveEnrollments>>[number]

/**
 * The modules in use of a student's department, and any other in which they still have a current enrolment: what the
 * school took away from others must remain visible to who can still leave it.
 */
export async function listModuleStatuses(database: Database, userId: number, reader: Reader): Promise<ModuleStatus[]> {
  const [modules, enrollments] = await Promise.all([
    listDepartmentModules(database.kysely, userId),
    listActiveEnrollments(database.kysely, userId),
  ])
  const listed = new Set(modules.map(({ id }) => id))
  const beside = enrollments
    .filter((enrollment) => !listed.has(enrollment.module_id) && isCurrent(enrollment, reader.now))
    .map(({ module_id, module_name, module_description }) => ({
      id: module_id,
      name: module_name,
      description: module_description,
      completed_at: null,
    }))
  return [...modules, ...beside].map((module) => {
    const own = enrollments.filter(({ module_id }) => module_id === module.id)
    return statusOf(module, own, reader)
  })
}

function statusOf(
  {
    id,
    name,
    description,
    completed_at,
  }: { id: number; name: string; description: string; completed_at: string | null },
  own: readonly ActiveEnrollment[],
  reader: Reader,
): ModuleStatus {
  const enrollments: ModuleStatus['enrollments'] = {}
  for (const row of own)
    enrollments[row.testmoment_id] = { enrollment: enrollmentReply(row, row, reader), testmoment: momentOf(row) }
  return {
    module: { id, name, description },
    enrollments,
    enrollment_moment: futureEnrollment({ enrollments }, reader.now)?.testmoment ?? null,
    is_completed: completed_at !== null,
  }
}

const momentOf = ({ testmoment_id, date, duration, enrollments_enabled, enrollments_close_at }: ActiveEnrollment) => ({
  id: testmoment_id,
  date,
  duration,
  enrollments_enabled,
  enrollments_close_at,
})
