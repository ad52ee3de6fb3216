import type { ApiContext } from '#api-server/context.ts'
import { countModuleUse, listModules, listUnusedModules } from '#api-server/facts/module.queries.ts'
import { deleteModule } from '#api-server/modules/delete-module.ts'
import { createModule, editModule, findModule } from '#api-server/modules/edit-module.ts'
import { moduleReply } from '#api-server/modules/module.replies.ts'
import * as modulesCalls from '#contract/modules.calls.ts'
import { reaches } from '#domain/users/roles.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

export function moduleRoutes(app: Api, { database, clock }: ApiContext): void {
  serve(app, modulesCalls, {
    listModules: async ({ caller, query }) => {
      const manages = reaches(caller, 'administration')
      const modules = await listModules(database.kysely, { alsoInactive: manages })
      const unused = manages ? await listUnusedModules(database.kysely) : new Set<number>()
      const shown = modules.filter(({ archived }) => !archived || query.archived === '1')
      return { entities: shown.map((module) => moduleReply(module, caller, unused.has(module.id))), _links: {} }
    },

    createModule: {
      rebuild: async ({ caller }, [made]) => {
        const module = made && (await findModule(database.kysely, made.id))
        return module && { entity: moduleReply(module, caller, true) }
      },
      handler: async ({ caller, body }) => {
        const module = await createModule({ database, clock }, caller, body)
        return { entity: moduleReply(module, caller, true) }
      },
    },

    editModule: async ({ caller, params, body }) => {
      const { module, students_enrolled } = await editModule({ database, clock }, caller, { ...body, id: params.id })
      const unused = await listUnusedModules(database.kysely)
      return { entity: moduleReply(module, caller, unused.has(module.id)), students_enrolled }
    },

    getModuleUse: async ({ params: { id } }) => {
      if (!(await findModule(database.kysely, id))) throw new Problem('not-found')
      return countModuleUse(database.kysely, id)
    },

    deleteModule: async ({ caller, params, query }) => {
      const deletion = { ...params, confirmed: query.confirmed }
      return { entity: await deleteModule({ database, clock }, caller, deletion) }
    },
  })
}
