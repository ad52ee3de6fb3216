import { ENROLLMENTS } from '#api-server/facts/enrollment.replies.ts'
import { type TestmomentRow, testmomentColumns } from '#api-server/facts/testmoment.queries.ts'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { listTestmomentEnrollments } from '#contract/enrollments.gen.ts'
import { listInvigilatorLinks, readPresence } from '#contract/presence.gen.ts'
import { readResults } from '#contract/results.gen.ts'
import * as contract from '#contract/testmoments.gen.ts'
import { listWaiting } from '#contract/waiting.gen.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { type TestmomentModule, testmomentModuleFieldNames } from '#domain/testmoments/testmoment.schema.ts'

export const managedTestmomentReply = (
  row: TestmomentRow,
  {
    modules,
    shares_day,
    counts: { students, tests, waiting },
  }: {
    modules: readonly TestmomentModule[]
    shares_day: boolean
    counts: Pick<ManagedTestmoment, 'students' | 'tests' | 'waiting'>
  },
): ManagedTestmoment => ({
  ...pick(row, testmomentColumns),
  modules: modules.map(testmomentModuleReply),
  students,
  tests,
  waiting,
  shares_day,
  _links: linksOf(row),
})

export const testmomentModuleReply = (module: TestmomentModule): TestmomentModule =>
  pick(module, testmomentModuleFieldNames)

const byModule = (list: Link): Link => ({ ...list, href: `${list.href}?list=modules` })

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
    waiting: linkTo(listWaiting),
    export: linkTo(contract.exportTestmoment),
    presence_checklist: linkTo(contract.downloadPresenceChecklist),
    presence: linkTo(readPresence),
    invigilators: linkTo(listInvigilatorLinks),
    results: linkTo(readResults),
    presence_checklist_by_module: byModule(linkTo(contract.downloadPresenceChecklist)),
    extra_time: linkTo(contract.downloadExtraTime),
  }
}
