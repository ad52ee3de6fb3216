import type { Deps } from '#api-server/context.ts'
import { departmentReply } from '#api-server/departments/department.replies.ts'
import { enrollmentHooks } from '#api-server/facts/enrollment-hooks.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { requireFreeName, requireNewSchoolName, requireSchoolName } from '#api-server/facts/school-names.ts'
import { lockRow, lockSchool } from '#api-server/platform/locks.ts'
import type { Confirmed } from '#contract/refusals.ts'
import { noConsequences } from '#domain/consequences/consequence.rules.ts'
import {
  departmentFieldNames,
  type EducationDepartment,
  type EducationDepartmentCreation,
  type EducationDepartmentEdit,
} from '#domain/departments/department.schema.ts'
import { type DepartmentFields, departmentFieldTexts } from '#domain/departments/department.texts.ts'
import { noneMade } from '#domain/enrollments/automatic.rules.ts'
import { changedFields, changesOf, fieldNamesOf } from '#domain/entities/differences.ts'
import { pick } from '#domain/entities/pick.ts'
import type { Actor } from '#server/bearer.ts'
import { requireConfirmation, requireVersion } from '../platform/edits.ts'
import { describeDepartment } from './describe-departments.ts'

/** Makes a department without modules or automatic enrollment. Throws a `SchoolNameRefusal` or a `TakenNameRefusal`. */
export async function createEducationDepartment(
  { database, clock }: Deps,
  actor: Actor,
  creation: EducationDepartmentCreation,
): Promise<EducationDepartment> {
  const name = requireSchoolName(creation.name)
  return database.transaction(async (trx) => {
    await requireFreeName(trx, 'education_department', { name })
    const now = clock()
    const department = await trx
      .insertInto('education_department')
      .values({ name, created_at: new Date(now).toISOString() })
      .returning(departmentFieldNames)
      .executeTakeFirstOrThrow()
    const change = { resource: 'education_department', resourceId: department.id, fields: ['name'] } as const
    await recordChange(trx, { actorId: actor.id, action: 'created', ...change }, now)
    return departmentReply({ ...department, modules: [] }, actor)
  })
}

/**
 * Renames, archives or restores a department, or switches its automatic enrollment: on, it enrolls the students; off, it
 * changes nothing for them. Throws `version-stale`, `confirmation-needed`, a `SchoolNameRefusal` or a `TakenNameRefusal`.
 */
export async function editEducationDepartment(
  { database, clock }: Deps,
  actor: Actor,
  { id, ...given }: EducationDepartmentEdit & { id: number },
  { confirmed }: Confirmed = {},
) {
  return database.transaction(async (trx) => {
    await lockSchool(trx)
    await lockRow(trx, 'education_department', id)
    const before = await describeDepartment(trx, id, actor)
    const edit = { ...given, ...requireNewSchoolName(given.name, before.name) }
    requireVersion<DepartmentFields>(edit, before, { texts: departmentFieldTexts, reply: before })
    const fields = changedFields<DepartmentFields>(edit, before, fieldNamesOf(departmentFieldTexts))
    if (fields.length === 0) return { department: before, made: noneMade }
    const { name } = edit
    if (name !== undefined && fields.includes('name')) await requireFreeName(trx, 'education_department', { name, id })

    await trx
      .updateTable('education_department')
      .set({ ...pick(edit, fields), version: before.version + 1 })
      .where('id', '=', id)
      .execute()
    const changes = changesOf<DepartmentFields>(fields, before, edit)
    const change = { resource: 'education_department', resourceId: id, changes } as const
    await recordChange(trx, { actorId: actor.id, action: 'edited', ...change }, clock())
    const switchedOn = fields.includes('auto_enroll') && edit.auto_enroll === true
    const made = switchedOn ? await enrollmentHooks().enrollStudents(trx, { departmentId: id }, clock) : noneMade
    requireConfirmation({ ...noConsequences, ...made, automatic_on: switchedOn }, confirmed)
    return { department: await describeDepartment(trx, id, actor), made }
  })
}
