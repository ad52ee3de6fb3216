import type { Database } from '#database/engine/open-database.ts'
import type { AutomaticMoment, AutomaticStudent } from '#domain/enrollments/automatic.rules.ts'
import type { EnrollmentFacts } from '#domain/enrollments/enrollment.rules.ts'

interface SchoolStudent extends AutomaticStudent {
  username: string
  enrollments: readonly EnrollmentFacts[]
}

/** All that the rules look at, read without any of the product's own queries. */
export async function readSchool({ kysely }: Database) {
  const years = await kysely.selectFrom('schoolyear').selectAll().execute()
  const rows = await kysely.selectFrom('testmoment').selectAll().orderBy('date').execute()
  const offers = await kysely.selectFrom('testmoment_module').selectAll().execute()
  const modules = await kysely.selectFrom('module').selectAll().execute()
  const departments = await kysely.selectFrom('education_department').selectAll().execute()
  const inDepartment = await kysely.selectFrom('education_department_module').selectAll().execute()
  const completed = await kysely.selectFrom('completed_module').selectAll().execute()
  const enrollments = await kysely.selectFrom('enrollment').selectAll().orderBy('id').execute()
  const users = await kysely.selectFrom('user').selectAll().where('roles', '=', 'ROLE_STUDENT').execute()

  const offered = Map.groupBy(offers, (offer) => offer.testmoment_id)
  const moments = rows.map((moment): AutomaticMoment & { seats: number } => {
    const own = offered.get(moment.id) ?? []
    return {
      ...moment,
      schoolyear_active: years.some((year) => year.id === moment.schoolyear_id && year.active),
      module_ids: own.map((offer) => offer.module_id),
      auto_enroll_module_ids: own.filter((offer) => offer.auto_enroll).map((offer) => offer.module_id),
    }
  })
  const momentById = new Map(moments.map((moment) => [moment.id, moment]))
  const enrollmentsOf = Map.groupBy(enrollments, (enrollment) => enrollment.user_id)
  const completedBy = Map.groupBy(completed, (row) => row.user_id)
  const moduleIdsOf = Map.groupBy(inDepartment, (row) => row.education_department_id)

  const students = users.map(({ id, username, information_checked, education_department_id }): SchoolStudent => {
    const department = departments.find((candidate) => candidate.id === education_department_id)
    const moduleIds = department && moduleIdsOf.get(department.id)?.map((row) => row.module_id)
    return {
      id,
      username,
      information_checked,
      department: department ? { auto_enroll: department.auto_enroll, module_ids: new Set(moduleIds) } : null,
      completed_module_ids: new Set(completedBy.get(id)?.map((row) => row.module_id)),
      enrollments: (enrollmentsOf.get(id) ?? []).flatMap(({ testmoment_id, module_id }) => {
        const moment = momentById.get(testmoment_id)
        return moment ? [{ testmoment_id, module_id, moment }] : []
      }),
    }
  })
  const waiting = await kysely.selectFrom('waiting_entry').selectAll().orderBy('id').execute()
  const presence = await kysely.selectFrom('presence').selectAll().orderBy('enrollment_id').execute()
  const results = await kysely.selectFrom('result').selectAll().orderBy('enrollment_id').execute()
  const recorded = enrollments.filter(({ has_record }) => Boolean(has_record))
  const ofTests = { presence, results, recorded, completed }
  return { years, moments, modules, departments, students, users, waiting, ...ofTests }
}

export type School = Awaited<ReturnType<typeof readSchool>>
