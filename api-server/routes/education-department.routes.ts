import type { ApiContext } from '#api-server/api-context.ts'
import { listEducationDepartments as listDepartments } from '#api-server/use-cases/list-education-departments.ts'
import { listEducationDepartmentsSchemas } from '#contract/education-department.schema.ts'
import { listEducationDepartments } from '#contract/education-department.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from './operation.ts'

export function educationDepartmentRoutes(app: Api, { database }: ApiContext): void {
  app.route({
    ...operation(listEducationDepartments, listEducationDepartmentsSchemas, {
      summary: 'The departments with their modules; an archived one is shown to its students and administrators only',
    }),
    handler: async (request) => ({ entities: await listDepartments(database, callerOf(request)), _links: {} }),
  })
}
