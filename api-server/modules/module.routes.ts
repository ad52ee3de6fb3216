import type { ApiContext } from '#api-server/context.ts'
import {
  countModuleUse,
  findModule,
  listModules as findModules,
  listUnusedModules,
} from '#api-server/facts/module.queries.ts'
import { schoolNameRefusals } from '#api-server/facts/school-names.ts'
import { deleteModule as remove } from '#api-server/modules/delete-module.ts'
import { createModule as create, editModule as edit } from '#api-server/modules/edit-module.ts'
import { moduleReply } from '#api-server/modules/module.replies.ts'
import {
  createModuleSchemas,
  deleteModuleSchemas,
  editModuleSchemas,
  getModuleUseSchemas,
  listModulesSchemas,
} from '#contract/modules.schema.ts'
import { createModule, deleteModule, editModule, getModuleUse, listModules } from '#contract/modules.ts'
import { reaches } from '#domain/users/roles.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

export function moduleRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(listModules, listModulesSchemas, {
      reach: 'account',
      summary:
        'All modules; those out of use are shown to administrators only, and those put away if they ask for them',
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const manages = reaches(caller, 'administration')
      const modules = await findModules(database.kysely, { alsoInactive: manages })
      const unused = manages ? await listUnusedModules(database.kysely) : new Set<number>()
      const shown = modules.filter(({ archived }) => !archived || request.query.archived === '1')
      return { entities: shown.map((module) => moduleReply(module, caller, unused.has(module.id))), _links: {} }
    },
  })

  app.route({
    ...operation(createModule, createModuleSchemas, {
      reach: 'administration',
      summary: 'Create a module; its name is its own, capitals or not, and never changes',
      statuses: [201],
      reasons: ['module-name-taken', ...schoolNameRefusals],
      rebuild: async (request, [made]) => {
        const module = made && (await findModule(database.kysely, made.id))
        return module && { entity: moduleReply(module, callerOf(request), true) }
      },
    }),
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const module = await create({ database, clock }, caller, request.body)
      reply.code(201)
      return { entity: moduleReply(module, caller, true) }
    },
  })

  app.route({
    ...operation(editModule, editModuleSchemas, {
      reach: 'administration',
      summary: 'Describe a module anew, take it out of use or put it away; who is enrolled in it stays so',
      reasons: ['not-found', 'version-stale', 'module-archived'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const { module, students_enrolled } = await edit({ database, clock }, caller, {
        ...request.body,
        id: request.params.id,
      })
      const unused = await listUnusedModules(database.kysely)
      return { entity: moduleReply(module, caller, unused.has(module.id)), students_enrolled }
    },
  })

  app.route({
    ...operation(getModuleUse, getModuleUseSchemas, {
      reach: 'administration',
      summary: 'What hangs on a module, so that it can be archived and not deleted',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const { id } = request.params
      if (!(await findModule(database.kysely, id))) throw new Problem('not-found')
      return countModuleUse(database.kysely, id)
    },
  })

  app.route({
    ...operation(deleteModule, deleteModuleSchemas, {
      reach: 'administration',
      summary: 'Delete a module on which nothing hangs; its name is free again',
      reasons: ['not-found', 'module-in-use', 'confirmation-needed'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const deletion = { ...request.params, confirmed: request.query.confirmed }
      return { entity: await remove({ database, clock }, caller, deletion) }
    },
  })
}
