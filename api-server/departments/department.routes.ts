import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import {
  changeDepartmentModules,
  changeModuleMatrix,
  type DepartmentModulesEdit,
  previewModuleMatrix,
} from '#api-server/departments/department-modules.ts'
import {
  describeDepartment,
  describeModuleMatrix,
  listEducationDepartments,
} from '#api-server/departments/describe-departments.ts'
import { createEducationDepartment, editEducationDepartment as edit } from '#api-server/departments/edit-department.ts'
import { WITH_MODULES_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import * as departmentsCalls from '#contract/departments.calls.ts'
import type * as department from '#contract/departments.gen.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { type Api, serve } from '#server/operation.ts'

export function departmentRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  const changeModules = async (
    request: FastifyRequest,
    edit: Omit<DepartmentModulesEdit, 'module_ids'>,
    list: BodyOf<typeof department.addDepartmentModules>,
  ) => {
    const { caller } = request
    const module_ids = [...new Set(list.entities.map(({ id }) => id))]
    const { department, ...counts } = await changeDepartmentModules({ database, clock }, caller, {
      ...edit,
      module_ids,
    })
    if (counts.students_messaged > 0) letters.wake()
    return { entity: { entities: department.modules }, version: department.version, ...counts }
  }

  serve(app, departmentsCalls, {
    listEducationDepartments: async ({ caller }) => ({
      entities: await listEducationDepartments(database, caller),
      _links: {},
    }),

    getEducationDepartment: async ({ caller, params }) => describeDepartment(database.kysely, params.id, caller),

    createEducationDepartment: async ({ caller, body }) => ({
      entity: await createEducationDepartment({ database, clock }, caller, body),
    }),

    editEducationDepartment: {
      bodyLimit: WITH_MODULES_LIMIT_BYTES,
      handler: async ({ caller, params, query, body }) => {
        const edited = await edit({ database, clock }, caller, { ...body, id: params.id }, query)
        return { entity: edited.department, ...edited.made }
      },
    },

    listDepartmentModules: async ({ caller, params }) => {
      const { modules } = await describeDepartment(database.kysely, params.id, caller)
      return { entities: modules, _links: {} }
    },

    replaceDepartmentModules: (request) => {
      const { version, message } = request.body
      const edit = { how: 'replace', ...request.params, ...request.query, version, message } as const
      return changeModules(request, edit, request.body)
    },

    addDepartmentModules: (request) =>
      changeModules(request, { how: 'add', ...request.params, ...request.query }, request.body),

    getModuleMatrix: () => describeModuleMatrix(database),

    previewModuleMatrix: {
      bodyLimit: WITH_MODULES_LIMIT_BYTES,
      handler: ({ caller, body }) => previewModuleMatrix({ database, clock }, caller, body),
    },

    editModuleMatrix: {
      bodyLimit: WITH_MODULES_LIMIT_BYTES,
      handler: async ({ caller, body }) => {
        const changed = await changeModuleMatrix({ database, clock }, caller, body)
        if (changed.students_messaged > 0) letters.wake()
        return changed
      },
    },
  })
}
