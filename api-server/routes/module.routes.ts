import type { ApiContext } from '#api-server/api-context.ts'
import { listModules as findModules } from '#api-server/queries/list-modules.ts'
import { listModulesSchemas } from '#contract/module.schema.ts'
import { listModules } from '#contract/module.ts'
import { isAdmin } from '#domain/user/user.rules.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from './operation.ts'

export function moduleRoutes(app: Api, { database }: ApiContext): void {
  app.route({
    ...operation(listModules, listModulesSchemas, {
      summary: 'All modules; those out of use are shown to administrators only',
    }),
    handler: async (request) => ({
      entities: await findModules(database.kysely, { alsoInactive: isAdmin(callerOf(request)) }),
      _links: {},
    }),
  })
}
