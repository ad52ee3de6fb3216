import type { ApiContext } from '#api-server/api-context.ts'
import { authorise } from '#api-server/platform/authorise.ts'
import { countUserEnrollments } from '#api-server/queries/count-user-enrollments.ts'
import { accountReply } from '#api-server/replies/account-reply.ts'
import { editNames } from '#api-server/use-cases/edit-names.ts'
import { editUser as editAnybody } from '#api-server/use-cases/edit-user.ts'
import { requireUser } from '#api-server/use-cases/require-user.ts'
import { editUserSchemas, getOwnUserSchemas, getUserSchemas } from '#contract/user.schema.ts'
import { editUser, getOwnUser, getUser } from '#contract/user.ts'
import { type Caller, callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import type { Concerned } from '#server/security-events.ts'

export function userRoutes(app: Api, { database, keys, letters, security, clock }: ApiContext): void {
  const readUser = async (id: number, caller: Caller) =>
    accountReply(await requireUser(database.kysely, id), caller, keys.links)

  app.route({
    ...operation(getOwnUser, getOwnUserSchemas, { summary: 'Who you are', reasons: ['not-found'] }),
    handler: (request) => readUser(callerOf(request).id, callerOf(request)),
  })

  app.route({
    ...operation(getUser, getUserSchemas, { summary: 'Who somebody is', reasons: ['not-yours', 'not-found'] }),
    handler: async (request) => {
      const caller = callerOf(request)
      const { id } = request.params
      const role = authorise(caller, id)
      const user = await readUser(id, caller)
      if (role !== 'administrator') return user
      return { ...user, enrollment_count: await countUserEnrollments(database.kysely, id) }
    },
  })

  app.route({
    ...operation(editUser, editUserSchemas, {
      summary: 'Change names, and as an administrator also role and activation; all else in the body is ignored',
      reasons: [
        'not-yours',
        'not-found',
        'version-stale',
        'confirmation-needed',
        'name-missing',
        'name-too-long',
        'name-unreadable',
        'own-account',
      ],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const { id } = request.params
      const roleChanged = (concerned: Concerned) => security.note(request.log, 'role-changed', concerned)
      const desk = { database, links: keys.links, letters, clock, roleChanged }
      const user =
        authorise(caller, id) === 'administrator'
          ? await editAnybody(desk, caller, { ...request.body, id }, request.query)
          : await editNames(desk, caller, request.body)
      return { entity: accountReply(user, caller, keys.links) }
    },
  })
}
