import { exampleManagedTestmoment, exampleNextPage, exampleTestmomentModule } from './entity.examples.ts'
import type { ExamplesOf } from './example.ts'
import type * as testmoment from './testmoment.ts'

const entity = exampleManagedTestmoment
const meaning = { students_enrolled: 118, students_above_limit: 9, students_doubled: 0 }
const modulesReply = { entity: { entities: [{ ...exampleTestmomentModule, auto_enroll: true }], version: 5 } }

export const testmomentExamples: ExamplesOf<typeof testmoment> = {
  listTestmoments: { reply: { entities: [entity], _links: exampleNextPage('/schoolyear/2/testmoments/20') } },
  createTestmoment: {
    body: { moment: '2026-03-20', enrollments_enabled: false },
    reply: { entity: { ...entity, enrollments_enabled: false, modules: [], students: 0, tests: 0, version: 1 } },
  },
  getTestmoment: { reply: entity },
  editTestmoment: {
    body: { max_enrollments: 1, version: 4 },
    reply: { entity: { ...entity, max_enrollments: 1, version: 5 }, ...meaning },
  },
  deleteTestmoment: { reply: { entity, enrollments_deleted: 131 } },
  previewTestmomentEdit: { reply: meaning },
  listTestmomentModules: { reply: { entities: [exampleTestmomentModule], _links: {} } },
  replaceTestmomentModules: {
    body: { entities: [{ id: 3, auto_enroll: true }], version: 4 },
    reply: { ...modulesReply, enrollments_made: 40, enrollments_deleted: 12 },
  },
  addTestmomentModules: {
    body: { entities: [{ id: 3, auto_enroll: true }] },
    reply: { ...modulesReply, enrollments_made: 40, enrollments_deleted: 0 },
  },
  exportTestmoment: { reply: 'PK…' },
  downloadPresenceChecklist: { reply: '%PDF-1.3 …' },
}
