import type { ApiContext } from '#api-server/context.ts'
import { STUDENT_LIST_LIMIT } from '#api-server/platform/limits.ts'
import { carryOutUserAct as carryOut } from '#api-server/users/carry-out-user-act.ts'
import { planUserAct } from '#api-server/users/plan-user-act.ts'
import { carryOutUserActSchemas, previewUserActSchemas } from '#contract/users.schema.ts'
import { carryOutUserAct, previewUserAct } from '#contract/users.ts'
import { callerOf, requireReach, requireRecentProof } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

/** What is done to many users at once: for administrators. */
export function userActRoutes(app: Api, { database, keys, letters, logins, clock }: ApiContext): void {
  app.route({
    ...operation(previewUserAct, previewUserActSchemas, {
      summary: 'What an act on many users would do to each of them; nothing is changed',
      reasons: ['not-yours', 'users-too-many'],
    }),
    bodyLimit: STUDENT_LIST_LIMIT,
    handler: async (request) => {
      const caller = requireReach(callerOf(request), 'administration')
      return planUserAct(database.kysely, { ...request.body, callerId: caller.id }, clock())
    },
  })

  app.route({
    ...operation(carryOutUserAct, carryOutUserActSchemas, {
      summary:
        'Invite some users, give them a department or delete them, as far as it can be; again it does nothing twice',
      reasons: ['not-yours', 'login-too-old'],
    }),
    handler: async (request) => {
      const caller = requireReach(callerOf(request), 'administration')
      const { act, users } = request.body
      if (act.kind === 'delete') requireRecentProof(caller, logins.stepUp, clock())
      return { users: await carryOut({ database, keys, letters, clock }, caller, { act, users }) }
    },
  })
}
