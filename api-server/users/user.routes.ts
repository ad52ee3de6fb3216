import { resendActivation } from '#api-server/accounts/invitations.ts'
import type { ApiContext } from '#api-server/context.ts'
import { requireUser } from '#api-server/facts/require-user.ts'
import { accountReply, listedReply, soleUserReply } from '#api-server/facts/user.replies.ts'
import { listInvitedUntil } from '#api-server/facts/user-search.ts'
import { nextLink } from '#api-server/platform/paging.ts'
import { countUserEnrollments, deleteUser, editNames, editUser } from '#api-server/users/edit-user.ts'
import { listClassGroups, pageUsers } from '#api-server/users/page-users.ts'
import * as accountsCalls from '#contract/accounts.calls.ts'
import * as usersCalls from '#contract/users.calls.ts'
import { listUsers } from '#contract/users.gen.ts'
import { type Caller, partyOf } from '#server/bearer.ts'
import { type Api, serve } from '#server/operation.ts'
import type { Concerned } from '#server/security-events.ts'

export function userRoutes(app: Api, { database, keys, letters, logins, security, clock }: ApiContext): void {
  const readUser = async (id: number, caller: Caller) =>
    accountReply(await requireUser(database.kysely, id), caller, keys.links)

  serve(app, usersCalls, {
    getOwnUser: ({ caller }) => readUser(caller.id, caller),

    getUser: async ({ caller, params: { id } }) => {
      if (partyOf(caller) !== 'administrator') return readUser(id, caller)
      const user = soleUserReply(await requireUser(database.kysely, id), caller, keys.links)
      return { ...user, enrollment_count: await countUserEnrollments(database.kysely, id) }
    },

    editUser: async (request) => {
      const { caller } = request
      const { id } = request.params
      const roleChanged = (concerned: Concerned) => security.note(request.log, 'role-changed', concerned)
      const desk = { database, links: keys.links, letters, stepUp: logins.stepUp, clock, roleChanged }
      if (partyOf(caller) !== 'administrator')
        return { entity: accountReply(await editNames(desk, caller, request.body), caller, keys.links) }
      const user = await editUser(desk, caller, { ...request.body, id }, request.query)
      return { entity: soleUserReply(user, caller, keys.links) }
    },

    listUsers: async ({ caller, params: { paging }, query: { cursor, sort, count: isCounted, ...filter } }) => {
      const page = { size: paging, filter, cursor, sort, count: isCounted }
      const { users, next, count } = await pageUsers(database, page, clock())
      const waiting = users.filter(({ activated }) => !activated).map(({ id }) => id)
      const invited = await listInvitedUntil(database.kysely, waiting)
      return {
        entities: users.map((user) => listedReply(user, invited.get(user.id) ?? null, caller, keys.links)),
        ...(count !== undefined && { count }),
        _links: nextLink(listUsers, next, { params: { paging }, query: { ...filter, sort } }),
      }
    },

    listClassGroups: async () => ({
      entities: (await listClassGroups(database.kysely)).map((name) => ({ name })),
      _links: {},
    }),

    deleteUser: async ({ caller, params, query }) =>
      deleteUser({ database, keys }, caller, { userId: params.id, ...query }, clock()),
  })

  serve(app, accountsCalls, {
    resendValidationMail: async ({ caller, params: { id } }) => {
      await resendActivation({ database, letters }, caller, id, clock())
      return { entity: accountReply(await requireUser(database.kysely, id), caller, keys.links) }
    },
  })
}
