import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/api-context.ts'
import { requireAdministrator } from '#api-server/platform/authorise.ts'
import { changeDepartmentModules, type DepartmentModulesEdit } from '#api-server/use-cases/change-department-modules.ts'
import { describeDepartment } from '#api-server/use-cases/describe-department.ts'
import type { IdList } from '#contract/completed-module.ts'
import * as schemas from '#contract/education-department.schema.ts'
import {
  addDepartmentModules,
  listDepartmentModules,
  replaceDepartmentModules,
} from '#contract/education-department.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

/** Which modules a department offers its students. */
export function departmentModuleRoutes(app: Api, { database, clock }: ApiContext): void {
  const change = async (request: FastifyRequest, edit: Omit<DepartmentModulesEdit, 'module_ids'>, list: IdList) => {
    const caller = requireAdministrator(callerOf(request))
    const module_ids = [...new Set(list.entities.map(({ id }) => id))]
    const { department, ...counts } = await changeDepartmentModules({ database, clock }, caller, {
      ...edit,
      module_ids,
    })
    return { entity: { entities: department.modules }, version: department.version, ...counts }
  }

  app.route({
    ...operation(listDepartmentModules, schemas.listDepartmentModulesSchemas, {
      summary: 'The modules of a department',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      const caller = requireAdministrator(callerOf(request))
      const { modules } = await describeDepartment(database.kysely, request.params.id, caller)
      return { entities: modules, _links: {} }
    },
  })

  app.route({
    ...operation(replaceDepartmentModules, schemas.replaceDepartmentModulesSchemas, {
      summary: 'Replace the modules of a department; asks first when its students would lose enrollments',
      reasons: ['not-yours', 'not-found', 'version-stale', 'confirmation-needed', 'module-unknown'],
    }),
    handler: (request) => {
      const edit = { how: 'replace', ...request.params, ...request.query, version: request.body.version } as const
      return change(request, edit, request.body)
    },
  })

  app.route({
    ...operation(addDepartmentModules, schemas.addDepartmentModulesSchemas, {
      summary:
        'Add modules to a department, which enrolls its students where that is automatic, and asks first if wished',
      reasons: ['not-yours', 'not-found', 'confirmation-needed', 'module-unknown'],
    }),
    handler: (request) => change(request, { how: 'add', ...request.params, ...request.query }, request.body),
  })
}
