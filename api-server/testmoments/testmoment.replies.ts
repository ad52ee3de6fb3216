import type { TestmomentRow } from '#api-server/testmoments/testmoment.queries.ts'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { listTestmomentEnrollments } from '#contract/enrollments.ts'
import * as contract from '#contract/testmoments.ts'
import type { ManagedTestmoment, TestmomentModule } from '#domain/testmoments/testmoment.schema.ts'
import { ENROLLMENTS } from '../enrollments/enrollment.replies.ts'

/** To administrators. */
export const managedTestmomentReply = (
  row: TestmomentRow,
  {
    modules,
    counts: { students, tests },
  }: { modules: readonly TestmomentModule[]; counts: { students: number; tests: number } },
): ManagedTestmoment => ({
  id: row.id,
  schoolyear_id: row.schoolyear_id,
  date: row.date,
  duration: row.duration,
  enrollments_enabled: row.enrollments_enabled,
  enrollments_open_at: row.enrollments_open_at,
  enrollments_close_at: row.enrollments_close_at,
  max_enrollments: row.max_enrollments,
  modules: modules.map(testmomentModuleReply),
  students,
  tests,
  version: row.version,
  _links: linksOf(row),
})

export const testmomentModuleReply = ({ id, name, description, auto_enroll }: TestmomentModule): TestmomentModule => ({
  id,
  name,
  description,
  auto_enroll,
})

function linksOf({ id, schoolyear_id }: TestmomentRow): ManagedTestmoment['_links'] {
  const params = { id, schoolyear_id, paging: ENROLLMENTS }
  const linkTo = (endpoint: Endpoint) => ({ method: endpoint.method, href: pathOf(endpoint, params) })
  return {
    edit: linkTo(contract.editTestmoment),
    delete: linkTo(contract.deleteTestmoment),
    edit_preview: linkTo(contract.previewTestmomentEdit),
    modules: linkTo(contract.listTestmomentModules),
    edit_modules: linkTo(contract.replaceTestmomentModules),
    enrollments: linkTo(listTestmomentEnrollments),
    export: linkTo(contract.exportTestmoment),
    presence_checklist: linkTo(contract.downloadPresenceChecklist),
  }
}
