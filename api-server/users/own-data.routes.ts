import { Readable } from 'node:stream'
import type { ApiContext } from '#api-server/context.ts'
import { requireOwn } from '#api-server/platform/authorise.ts'
import { revokeSession } from '#api-server/sessions/end-sessions.ts'
import { listSessions } from '#api-server/sessions/session.queries.ts'
import { sessionReply } from '#api-server/sessions/session.replies.ts'
import { REFRESH_TOKEN_IDLE } from '#api-server/sessions/tokens.ts'
import { writePersonalData } from '#api-server/users/personal-data.ts'
import { downloadUserDataSchemas } from '#contract/accounts.schema.ts'
import { downloadUserData } from '#contract/accounts.ts'
import { deleteSessionSchemas, listUserSessionsSchemas } from '#contract/sessions.schema.ts'
import { deleteSession, listUserSessions } from '#contract/sessions.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

const FILE_NAME = 'mijn-gegevens-wiskunde-inschrijven.json'

/** Where a person is logged in, and what is kept about them: for themselves alone. */
export function ownDataRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(listUserSessions, listUserSessionsSchemas, {
      summary: 'Where you are logged in, last used first',
      reasons: ['not-yours'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      requireOwn(caller, request.params.id)
      const now = clock()
      const since = new Date(now - REFRESH_TOKEN_IDLE).toISOString()
      const sessions = await listSessions(database.kysely, caller.id, { now: new Date(now).toISOString(), since })
      return { entities: sessions.map((session) => sessionReply(session, { caller, holds: true })), _links: {} }
    },
  })

  app.route({
    ...operation(deleteSession, deleteSessionSchemas, {
      summary: 'End one of your logins; not-found also when it is not yours',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const session = await revokeSession(database, caller, request.params.id, clock())
      return { entity: sessionReply(session, { caller, holds: false }) }
    },
  })

  app.route({
    ...operation(downloadUserData, downloadUserDataSchemas, {
      summary: 'All that is kept about you, as a file',
      reasons: ['not-yours'],
    }),
    handler: async (request, reply) => {
      requireOwn(callerOf(request), request.params.id)
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${FILE_NAME}"`)
        .send(Readable.from(writePersonalData(database.kysely, request.params.id, clock())))
    },
  })
}
