import type { ApiContext } from '#api-server/api-context.ts'
import { requireAdministrator } from '#api-server/platform/authorise.ts'
import { WITH_MODULES_LIMIT } from '#api-server/platform/limits.ts'
import { createEducationDepartment as create } from '#api-server/use-cases/create-education-department.ts'
import { describeDepartment } from '#api-server/use-cases/describe-department.ts'
import { editEducationDepartment as edit } from '#api-server/use-cases/edit-education-department.ts'
import { listEducationDepartments as listDepartments } from '#api-server/use-cases/list-education-departments.ts'
import * as schemas from '#contract/education-department.schema.ts'
import * as department from '#contract/education-department.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

const nameRefusals = [
  'education-department-name-taken',
  'school-name-missing',
  'school-name-too-long',
  'school-name-unreadable',
] as const

export function educationDepartmentRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(department.listEducationDepartments, schemas.listEducationDepartmentsSchemas, {
      summary: 'The departments with their modules; an archived one is shown to its students and administrators only',
    }),
    handler: async (request) => ({ entities: await listDepartments(database, callerOf(request)), _links: {} }),
  })

  app.route({
    ...operation(department.getEducationDepartment, schemas.getEducationDepartmentSchemas, {
      summary: 'One department with its modules',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      const caller = requireAdministrator(callerOf(request))
      return describeDepartment(database.kysely, request.params.id, caller)
    },
  })

  app.route({
    ...operation(department.createEducationDepartment, schemas.createEducationDepartmentSchemas, {
      summary: 'Create a department, which holds no modules yet',
      statuses: [201],
      reasons: ['not-yours', ...nameRefusals],
    }),
    handler: async (request, reply) => {
      const caller = requireAdministrator(callerOf(request))
      const entity = await create({ database, clock }, caller, request.body)
      reply.code(201)
      return { entity }
    },
  })

  app.route({
    ...operation(department.editEducationDepartment, schemas.editEducationDepartmentSchemas, {
      summary: 'Rename or archive a department, or switch its automatic enrollment, which on enrolls its students',
      reasons: ['not-yours', 'not-found', 'version-stale', 'confirmation-needed', ...nameRefusals],
    }),
    bodyLimit: WITH_MODULES_LIMIT,
    handler: async (request) => {
      const caller = requireAdministrator(callerOf(request))
      const edited = await edit({ database, clock }, caller, { ...request.body, id: request.params.id }, request.query)
      return { entity: edited.department, enrollments_made: edited.enrollments_made }
    },
  })
}
