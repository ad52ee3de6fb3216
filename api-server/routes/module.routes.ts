import type { ApiContext } from '#api-server/api-context.ts'
import { requireAdministrator } from '#api-server/platform/authorise.ts'
import { listModules as findModules } from '#api-server/queries/list-modules.ts'
import { moduleReply } from '#api-server/replies/module-reply.ts'
import { createModule as create } from '#api-server/use-cases/create-module.ts'
import { editModule as edit } from '#api-server/use-cases/edit-module.ts'
import { createModuleSchemas, editModuleSchemas, listModulesSchemas } from '#contract/module.schema.ts'
import { createModule, editModule, listModules } from '#contract/module.ts'
import { isAdmin } from '#domain/users/user.rules.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

export function moduleRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(listModules, listModulesSchemas, {
      summary: 'All modules; those out of use are shown to administrators only',
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const modules = await findModules(database.kysely, { alsoInactive: isAdmin(caller) })
      return { entities: modules.map((module) => moduleReply(module, caller)), _links: {} }
    },
  })

  app.route({
    ...operation(createModule, createModuleSchemas, {
      summary: 'Create a module; its name is its own, capitals or not, and never changes',
      statuses: [201],
      reasons: [
        'not-yours',
        'module-name-taken',
        'school-name-missing',
        'school-name-too-long',
        'school-name-unreadable',
      ],
    }),
    handler: async (request, reply) => {
      const caller = requireAdministrator(callerOf(request))
      const module = await create({ database, clock }, caller, request.body)
      reply.code(201)
      return { entity: moduleReply(module, caller) }
    },
  })

  app.route({
    ...operation(editModule, editModuleSchemas, {
      summary: 'Describe a module anew, or take it out of use; who is enrolled in it stays so',
      reasons: ['not-yours', 'not-found', 'version-stale'],
    }),
    handler: async (request) => {
      const caller = requireAdministrator(callerOf(request))
      const { module, students_enrolled } = await edit({ database, clock }, caller, {
        ...request.body,
        id: request.params.id,
      })
      return { entity: moduleReply(module, caller), students_enrolled }
    },
  })
}
