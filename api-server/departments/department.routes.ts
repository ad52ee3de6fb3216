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
  listEducationDepartments as listDepartments,
} from '#api-server/departments/describe-departments.ts'
import {
  createEducationDepartment as create,
  editEducationDepartment as edit,
} from '#api-server/departments/edit-department.ts'
import { schoolNameRefusals } from '#api-server/facts/school-names.ts'
import { WITH_MODULES_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import * as schemas from '#contract/departments.schema.ts'
import * as department from '#contract/departments.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

const departmentNameRefusals = ['education-department-name-taken', ...schoolNameRefusals] as const

export function educationDepartmentRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(department.listEducationDepartments, schemas.listEducationDepartmentsSchemas, {
      reach: 'account',
      summary: 'The departments with their modules; an archived one is shown to its students and administrators only',
    }),
    handler: async (request) => ({ entities: await listDepartments(database, callerOf(request)), _links: {} }),
  })

  app.route({
    ...operation(department.getEducationDepartment, schemas.getEducationDepartmentSchemas, {
      reach: 'administration',
      summary: 'One department with its modules',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      return describeDepartment(database.kysely, request.params.id, caller)
    },
  })

  app.route({
    ...operation(department.createEducationDepartment, schemas.createEducationDepartmentSchemas, {
      reach: 'administration',
      summary: 'Create a department, which holds no modules yet',
      statuses: [201],
      reasons: departmentNameRefusals,
    }),
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const entity = await create({ database, clock }, caller, request.body)
      reply.code(201)
      return { entity }
    },
  })

  app.route({
    ...operation(department.editEducationDepartment, schemas.editEducationDepartmentSchemas, {
      reach: 'administration',
      summary: 'Rename or archive a department, or switch its automatic enrollment, which on enrolls its students',
      reasons: ['not-found', 'version-stale', 'confirmation-needed', ...departmentNameRefusals],
    }),
    bodyLimit: WITH_MODULES_LIMIT_BYTES,
    handler: async (request) => {
      const caller = callerOf(request)
      const edited = await edit({ database, clock }, caller, { ...request.body, id: request.params.id }, request.query)
      return { entity: edited.department, ...edited.made }
    },
  })
}

/** Routes for the modules that a department offers. */
export function departmentModuleRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  const changeModules = async (
    request: FastifyRequest,
    edit: Omit<DepartmentModulesEdit, 'module_ids'>,
    list: BodyOf<typeof department.addDepartmentModules>,
  ) => {
    const caller = callerOf(request)
    const module_ids = [...new Set(list.entities.map(({ id }) => id))]
    const { department, ...counts } = await changeDepartmentModules({ database, clock }, caller, {
      ...edit,
      module_ids,
    })
    if (counts.students_messaged > 0) letters.wake()
    return { entity: { entities: department.modules }, version: department.version, ...counts }
  }

  app.route({
    ...operation(department.listDepartmentModules, schemas.listDepartmentModulesSchemas, {
      reach: 'administration',
      summary: 'The modules of a department',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const { modules } = await describeDepartment(database.kysely, request.params.id, caller)
      return { entities: modules, _links: {} }
    },
  })

  app.route({
    ...operation(department.replaceDepartmentModules, schemas.replaceDepartmentModulesSchemas, {
      reach: 'administration',
      summary: 'Replace the modules of a department; asks first when its students would lose enrollments',
      reasons: ['not-found', 'version-stale', 'confirmation-needed', 'module-unknown', ...wordRefusals],
    }),
    handler: (request) => {
      const { version, message } = request.body
      const edit = { how: 'replace', ...request.params, ...request.query, version, message } as const
      return changeModules(request, edit, request.body)
    },
  })

  app.route({
    ...operation(department.addDepartmentModules, schemas.addDepartmentModulesSchemas, {
      reach: 'administration',
      summary:
        'Add modules to a department, which enrolls its students where that is automatic, and asks first if wished',
      reasons: ['not-found', 'confirmation-needed', 'module-unknown'],
    }),
    handler: (request) => changeModules(request, { how: 'add', ...request.params, ...request.query }, request.body),
  })
}

/** Routes for the modules of all departments at once. */
export function moduleMatrixRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  app.route({
    ...operation(department.getModuleMatrix, schemas.getModuleMatrixSchemas, {
      reach: 'administration',
      summary: 'All departments, and which modules each of them holds',
    }),
    handler: () => {
      return describeModuleMatrix(database)
    },
  })

  const reasons = ['not-found', 'version-stale', 'module-unknown'] as const

  app.route({
    ...operation(department.previewModuleMatrix, schemas.previewModuleMatrixSchemas, {
      reach: 'administration',
      summary: 'What would come of giving departments other modules, by department and in all; nothing is done',
      reasons,
    }),
    bodyLimit: WITH_MODULES_LIMIT_BYTES,
    handler: (request) => {
      const caller = callerOf(request)
      return previewModuleMatrix({ database, clock }, caller, request.body)
    },
  })

  app.route({
    ...operation(department.editModuleMatrix, schemas.editModuleMatrixSchemas, {
      reach: 'administration',
      summary: 'Give departments other modules, all at once or not at all; asks first when students would lose by it',
      reasons: [...reasons, 'confirmation-needed', 'plan-changed', ...wordRefusals],
    }),
    bodyLimit: WITH_MODULES_LIMIT_BYTES,
    handler: async (request) => {
      const caller = callerOf(request)
      const changed = await changeModuleMatrix({ database, clock }, caller, request.body)
      if (changed.students_messaged > 0) letters.wake()
      return changed
    },
  })
}
