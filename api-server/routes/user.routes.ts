import type { ApiContext } from '#api-server/api-context.ts'
import { authorise } from '#api-server/auth/authorise.ts'
import { findUser } from '#api-server/queries/find-user.ts'
import { userReply } from '#api-server/replies/user-reply.ts'
import { listModuleStatuses as listStatuses } from '#api-server/use-cases/list-module-statuses.ts'
import { listUserTestmoments as listTestmoments } from '#api-server/use-cases/list-user-testmoments.ts'
import { requireStudent } from '#api-server/use-cases/require-student.ts'
import {
  getOwnUserSchemas,
  getUserSchemas,
  listModuleStatusesSchemas,
  listUserTestmomentsSchemas,
} from '#contract/user.schema.ts'
import { getOwnUser, getUser, listModuleStatuses, listUserTestmoments } from '#contract/user.ts'
import { callerOf } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { type Api, operation } from './operation.ts'

export function userRoutes(app: Api, { database, clock }: ApiContext): void {
  const readUser = async (id: number) => {
    const user = await findUser(database.kysely, id)
    if (!user) throw new Problem('not-found')
    return userReply(user)
  }

  app.route({
    ...operation(getOwnUser, getOwnUserSchemas, { summary: 'Who you are', reasons: ['not-found'] }),
    handler: (request) => readUser(callerOf(request).id),
  })

  app.route({
    ...operation(getUser, getUserSchemas, { summary: 'Who somebody is', reasons: ['not-yours', 'not-found'] }),
    handler: async (request) => {
      authorise(callerOf(request), request.params.id)
      return readUser(request.params.id)
    },
  })

  app.route({
    ...operation(listModuleStatuses, listModuleStatusesSchemas, {
      summary: 'How a student stands with each module of their department',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const { id } = request.params
      const by = authorise(caller, id)
      await requireStudent(database, caller, id)
      return { entities: await listStatuses(database, id, { by, now: clock() }), _links: {} }
    },
  })

  app.route({
    ...operation(listUserTestmoments, listUserTestmomentsSchemas, {
      summary: 'The current test moments, with what a student chose there',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const { id } = request.params
      const by = authorise(caller, id)
      await requireStudent(database, caller, id)
      const question = { userId: id, moduleId: request.query.module_id, by, now: clock() }
      return { entities: await listTestmoments(database, question), _links: {} }
    },
  })
}
