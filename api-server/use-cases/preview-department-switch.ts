import { loadOffer } from '#api-server/automatic-enrollment/load-offer.ts'
import { nameEnrollments } from '#api-server/automatic-enrollment/name-enrollments.ts'
import { enrollmentReply, type Reader } from '#api-server/replies/enrollment-reply.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { DepartmentSwitch, DepartmentSwitchMetadata } from '#domain/departments/department.schema.ts'
import { automaticEnrollments } from '#domain/enrollments/automatic.rules.ts'
import { weighDepartmentSwitch } from './weigh-department-switch.ts'

/**
 * What a switch would bring about now (decision 19): the modules that the student gains by it and has not completed, the
 * enrollments that they lose, and those that are then made for them. Throws as `weighDepartmentSwitch` does.
 */
export async function previewDepartmentSwitch(
  { kysely }: Database,
  wish: DepartmentSwitch,
  reader: Reader,
): Promise<DepartmentSwitchMetadata> {
  const { user, student, to, outcome } = await weighDepartmentSwitch(kysely, wish, reader.now)
  const gained = new Set(outcome.added_module_ids)
  const offer = await loadOffer(kysely)
  const afterwards = {
    id: user.id,
    information_checked: true,
    department: { auto_enroll: to.auto_enroll, module_ids: new Set(to.modules.map(({ id }) => id)) },
    completed_module_ids: student.completed_module_ids,
    enrollments: student.enrollments.filter((enrollment) => !outcome.ended.includes(enrollment)),
  }
  const switches = user.education_department_id !== to.id
  const students = switches ? [afterwards] : []
  return {
    modules_to_be_added: to.modules
      .filter(({ id }) => gained.has(id))
      .map(({ id, name, description }) => ({ id, name, description })),
    enrollments_to_be_deleted: outcome.ended.map((row) => ({
      ...enrollmentReply(row, row, reader),
      testmoment: {
        id: row.testmoment_id,
        date: row.date,
        duration: row.duration,
        enrollments_enabled: row.enrollments_enabled,
        enrollments_close_at: row.enrollments_close_at,
      },
    })),
    enrollments_to_be_made: nameEnrollments(offer, automaticEnrollments({ ...offer, students, now: reader.now })),
  }
}
