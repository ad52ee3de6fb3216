import { recordChange } from '#api-server/audit/record-change.ts'
import { departmentReply } from '#api-server/replies/department-reply.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { EducationDepartment, EducationDepartmentCreation } from '#domain/departments/department.schema.ts'
import type { Caller } from '#server/bearer.ts'
import { requireFreeName, requireSchoolName } from '../schoolyears/school-names.ts'

/** It holds no modules and enrolls nobody automatically. Throws a `SchoolNameRefusal` or a `TakenNameRefusal`. */
export async function createEducationDepartment(
  { database, clock }: { database: Database; clock: () => number },
  actor: Pick<Caller, 'id' | 'roles'>,
  creation: EducationDepartmentCreation,
): Promise<EducationDepartment> {
  const name = requireSchoolName(creation.name)
  return database.transaction(async (trx) => {
    await requireFreeName(trx, 'education_department', { name })
    const now = clock()
    const department = await trx
      .insertInto('education_department')
      .values({ name, created_at: new Date(now).toISOString() })
      .returning(['id', 'name', 'auto_enroll', 'archived', 'version'])
      .executeTakeFirstOrThrow()
    const change = { resource: 'education_department', resourceId: department.id, fields: ['name'] } as const
    await recordChange(trx, { actorId: actor.id, action: 'created', ...change }, now)
    return departmentReply({ ...department, modules: [] }, actor)
  })
}
