import type { ApiContext } from '#api-server/api-context.ts'
import { requireAdministrator } from '#api-server/platform/authorise.ts'
import { nextLink } from '#api-server/platform/paging.ts'
import { accountReply } from '#api-server/replies/account-reply.ts'
import { deleteUser as erase } from '#api-server/use-cases/delete-user.ts'
import { pageUsers } from '#api-server/use-cases/page-users.ts'
import { deleteUserSchemas, listUsersSchemas } from '#contract/user.schema.ts'
import { deleteUser, listUsers } from '#contract/user.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

/** Finding people and letting them go: for administrators. */
export function userManagementRoutes(app: Api, { database, keys, clock }: ApiContext): void {
  app.route({
    ...operation(listUsers, listUsersSchemas, {
      summary: 'Users by address; a search finds every word in any part of a name or the address',
      reasons: ['not-yours'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      requireAdministrator(caller)
      const { paging } = request.params
      const { search, cursor, sort } = request.query
      const { users, next } = await pageUsers(database, { size: paging, search, cursor, sort })
      return {
        entities: users.map((user) => accountReply(user, caller, keys.links)),
        _links: nextLink(listUsers, next, { params: { paging }, query: { search, sort } }),
      }
    },
  })

  app.route({
    ...operation(deleteUser, deleteUserSchemas, {
      summary: 'Delete a user with all that is theirs; asks first if wished',
      reasons: ['not-yours', 'not-found', 'confirmation-needed', 'own-account'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      requireAdministrator(caller)
      return erase(database, caller, { userId: request.params.id, ...request.query }, clock())
    },
  })
}
