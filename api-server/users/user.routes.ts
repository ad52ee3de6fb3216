import { resendActivation } from '#api-server/accounts/invitations.ts'
import type { ApiContext } from '#api-server/context.ts'
import { requireUser } from '#api-server/facts/require-user.ts'
import { countUserEnrollments, listClassGroups as listGroups } from '#api-server/facts/user.queries.ts'
import { accountReply, listedReply, soleUserReply } from '#api-server/facts/user.replies.ts'
import { listInvitedUntil } from '#api-server/facts/user-search.ts'
import { nextLink } from '#api-server/platform/paging.ts'
import { editUser as editAnybody, editNames, deleteUser as erase } from '#api-server/users/edit-user.ts'
import { pageUsers } from '#api-server/users/page-users.ts'
import { resendValidationMailSchemas } from '#contract/accounts.schema.ts'
import { resendValidationMail } from '#contract/accounts.ts'
import {
  deleteUserSchemas,
  editUserSchemas,
  getOwnUserSchemas,
  getUserSchemas,
  listClassGroupsSchemas,
  listUsersSchemas,
} from '#contract/users.schema.ts'
import { deleteUser, editUser, getOwnUser, getUser, listClassGroups, listUsers } from '#contract/users.ts'
import { type Caller, callerOf, partyOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import type { Concerned } from '#server/security-events.ts'

export function userRoutes(app: Api, { database, keys, letters, logins, security, clock }: ApiContext): void {
  const readUser = async (id: number, caller: Caller) =>
    accountReply(await requireUser(database.kysely, id), caller, keys.links)

  app.route({
    ...operation(getOwnUser, getOwnUserSchemas, {
      reach: 'account',
      summary: 'Who you are',
      reasons: ['not-found'],
      admitsWeak: true,
    }),
    handler: (request) => readUser(callerOf(request).id, callerOf(request)),
  })

  app.route({
    ...operation(getUser, getUserSchemas, {
      reach: 'self-or-administration',
      summary: 'Who somebody is',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const { id } = request.params
      if (partyOf(caller) !== 'administrator') return readUser(id, caller)
      const user = soleUserReply(await requireUser(database.kysely, id), caller, keys.links)
      return { ...user, enrollment_count: await countUserEnrollments(database.kysely, id) }
    },
  })

  app.route({
    ...operation(editUser, editUserSchemas, {
      reach: 'self-or-administration',
      summary:
        'Change names, and as an administrator also student number, class group, role, activation and extra time; all else in the body is ignored',
      reasons: [
        'not-found',
        'version-stale',
        'confirmation-needed',
        'name-missing',
        'name-too-long',
        'name-unreadable',
        'student-number-unreadable',
        'student-number-too-long',
        'student-number-shortened',
        'student-number-taken',
        'class-group-too-long',
        'class-group-unreadable',
        'follows-source',
        'own-account',
      ],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const { id } = request.params
      const roleChanged = (concerned: Concerned) => security.note(request.log, 'role-changed', concerned)
      const desk = { database, links: keys.links, letters, stepUp: logins.stepUp, clock, roleChanged }
      if (partyOf(caller) !== 'administrator')
        return { entity: accountReply(await editNames(desk, caller, request.body), caller, keys.links) }
      const user = await editAnybody(desk, caller, { ...request.body, id }, request.query)
      return { entity: soleUserReply(user, caller, keys.links) }
    },
  })
}

/** Routes to find, add, edit, invite and delete users, for administrators. */
export function userManagementRoutes(app: Api, { database, keys, letters, clock }: ApiContext): void {
  app.route({
    ...operation(listUsers, listUsersSchemas, {
      reach: 'administration',
      summary:
        'Users by address; a search finds every word in any part of a name, the address or the student number, and filters narrow it',
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const { paging } = request.params
      const { cursor, sort, count: isCounted, ...filter } = request.query
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
  })

  app.route({
    ...operation(listClassGroups, listClassGroupsSchemas, {
      reach: 'administration',
      summary: 'The class groups that students are in, by name; for administrators',
    }),
    handler: async () => {
      return { entities: (await listGroups(database.kysely)).map((name) => ({ name })), _links: {} }
    },
  })

  app.route({
    ...operation(deleteUser, deleteUserSchemas, {
      reach: 'administration',
      summary: 'Delete a user with all that is theirs; asks first if wished',
      reasons: ['not-found', 'confirmation-needed', 'own-account'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      return erase({ database, keys }, caller, { userId: request.params.id, ...request.query }, clock())
    },
  })

  app.route({
    ...operation(resendValidationMail, resendValidationMailSchemas, {
      reach: 'administration',
      summary: 'Renew an activation link and mail it; for administrators',
      reasons: ['not-found', 'account-activated'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const { id } = request.params
      await resendActivation({ database, letters }, caller, id, clock())
      return { entity: accountReply(await requireUser(database.kysely, id), caller, keys.links) }
    },
  })
}
