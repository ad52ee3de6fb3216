import type { Kysely } from 'kysely'
import { listOfferedModules } from '#api-server/departments/department.queries.ts'
import { listModules } from '#api-server/modules/module.queries.ts'
import { findSchoolRevision } from '#api-server/queries/find-school-revision.ts'
import { listMomentsOfActiveYear } from '#api-server/queries/list-moments-of-active-year.ts'
import { listTestmomentModules } from '#api-server/queries/list-testmoment-modules.ts'
import type { Tables } from '#database/tables.ts'
import { unavailable } from '#server/problem.ts'
import type { OfferedModule, School, SchoolMoment } from './school.ts'
import { shared } from './shared-text.ts'

/** The school changes some times a day; who meets five changes in a row is asked to come back. */
const ATTEMPTS = 5

/**
 * The school as it is. Its parts are asked for one by one; when the revision is the same after them as before, nobody
 * changed anything in between.
 */
export async function loadSchool(kysely: Kysely<Tables>): Promise<School> {
  let revision = await findSchoolRevision(kysely)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const parts = await loadParts(kysely)
    const after = await findSchoolRevision(kysely)
    if (after === revision) return { revision, ...parts }
    revision = after
  }
  throw unavailable('school-changing')
}

async function loadParts(kysely: Kysely<Tables>): Promise<Omit<School, 'revision'>> {
  const moments = await listMomentsOfActiveYear(kysely)
  const listed = await listTestmomentModules(
    kysely,
    moments.map(({ id }) => id),
  )
  const modules = await listModules(kysely, { alsoInactive: true })
  const offered = await listOfferedModules(kysely)
  const listedAt = Map.groupBy(listed, ({ testmoment_id }) => testmoment_id)
  const offeredBy = Map.groupBy(offered, ({ education_department_id }) => education_department_id)
  return {
    moments: new Map(moments.map((moment) => [moment.id, schoolMoment(moment, listedAt.get(moment.id) ?? [])])),
    modules: new Map(modules.map(({ id, name, description }) => [id, { id, name, description }])),
    offered: new Map([...offeredBy].map(([department, held]) => [department, held.map(offeredModule)])),
  }
}

const schoolMoment = (
  moment: Omit<SchoolMoment, 'modules' | 'module_ids'>,
  listed: SchoolMoment['modules'],
): SchoolMoment => ({
  ...moment,
  modules: shared(listed.map(({ id, name, description, auto_enroll }) => ({ id, name, description, auto_enroll }))),
  module_ids: listed.map(({ id }) => id),
})

function offeredModule({ id, name, description }: OfferedModule['module']): OfferedModule {
  const module = { id, name, description }
  const standing = (is_completed: boolean) => ({
    facts: { id, active: true, in_department: true, is_completed },
    status: shared({ module, enrollments: {}, enrollment_moment: null, is_completed }),
  })
  return { module, todo: standing(false), completed: standing(true) }
}
