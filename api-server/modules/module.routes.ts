import type { ApiContext } from '#api-server/context.ts'
import { countModuleUse, listModules, listUnusedModules } from '#api-server/facts/module.queries.ts'
import { deleteModule } from '#api-server/modules/delete-module.ts'
import { createModule, editModule, findModule } from '#api-server/modules/edit-module.ts'
import { moduleReply } from '#api-server/modules/module.replies.ts'
import * as modulesCalls from '#contract/modules.calls.ts'
import { reaches } from '#domain/users/roles.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

export function moduleRoutes(app: Api, { database, clock }: ApiContext): void {
  serve(app, modulesCalls, {
    listModules: async (request) => {
      const caller = callerOf(request)
      const manages = reaches(caller, 'administration')
      const modules = await listModules(database.kysely, { alsoInactive: manages })
      const unused = manages ? await listUnusedModules(database.kysely) : new Set<number>()
      const shown = modules.filter(({ archived }) => !archived || request.query.archived === '1')
      return { entities: shown.map((module) => moduleReply(module, caller, unused.has(module.id))), _links: {} }
    },

    createModule: {
      rebuild: async (request, [made]) => {
        const module = made && (await findModule(database.kysely, made.id))
        return module && { entity: moduleReply(module, callerOf(request), true) }
      },
      handler: async (request, reply) => {
        const caller = callerOf(request)
        const module = await createModule({ database, clock }, caller, request.body)
        reply.code(201)
        return { entity: moduleReply(module, caller, true) }
      },
    },

    editModule: async (request) => {
      const caller = callerOf(request)
      const { module, students_enrolled } = await editModule({ database, clock }, caller, {
        ...request.body,
        id: request.params.id,
      })
      const unused = await listUnusedModules(database.kysely)
      return { entity: moduleReply(module, caller, unused.has(module.id)), students_enrolled }
    },

    getModuleUse: async (request) => {
      const { id } = request.params
      if (!(await findModule(database.kysely, id))) throw new Problem('not-found')
      return countModuleUse(database.kysely, id)
    },

    deleteModule: async (request) => {
      const caller = callerOf(request)
      const deletion = { ...request.params, confirmed: request.query.confirmed }
      return { entity: await deleteModule({ database, clock }, caller, deletion) }
    },
  })
}
