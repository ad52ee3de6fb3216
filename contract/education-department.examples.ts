import type * as educationDepartment from './education-department.ts'
import { exampleDepartment, exampleModule } from './entity.examples.ts'
import type { ExamplesOf } from './example.ts'

const modulesReply = { entity: { entities: [exampleModule] }, version: 3 }

export const educationDepartmentExamples: ExamplesOf<typeof educationDepartment> = {
  listEducationDepartments: { reply: { entities: [exampleDepartment], _links: {} } },
  getEducationDepartment: { reply: exampleDepartment },
  createEducationDepartment: {
    body: { name: 'Technische Wiskunde' },
    reply: { entity: { ...exampleDepartment, auto_enroll: false, modules: [], version: 1 } },
  },
  editEducationDepartment: {
    body: { auto_enroll: true, version: 1 },
    reply: { entity: exampleDepartment, enrollments_made: 218 },
  },
  listDepartmentModules: { reply: { entities: [exampleModule], _links: {} } },
  replaceDepartmentModules: {
    body: { entities: [{ id: 3 }], version: 2 },
    reply: { ...modulesReply, enrollments_made: 0, enrollments_deleted: 7 },
  },
  addDepartmentModules: {
    body: { entities: [{ id: 3 }] },
    reply: { ...modulesReply, enrollments_made: 54, enrollments_deleted: 0 },
  },
}
