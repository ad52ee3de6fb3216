import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import * as connectionsCalls from '#contract/connections.calls.ts'
import { type Api, serve } from '#server/operation.ts'
import { connectionReply } from './connection.replies.ts'
import {
  editConnection,
  findConnection,
  listConnections,
  listRefusals,
  makeConnection,
  renewSecret,
  revokeConnection,
} from './connections.ts'
import { OEAPI_BASE, TOKEN_PATH } from './oeapi-paths.ts'
import { tryToAskAs } from './try-connection.ts'

export function connectionRoutes(app: Api, context: ApiContext): void {
  const { database, publicUrl, clock } = context
  const asTeacher = (request: FastifyRequest) => ({ database, actorId: request.caller.id, now: clock() })

  serve(app, connectionsCalls, {
    listConnections: async () => ({
      entities: (await listConnections(database.kysely)).map(connectionReply),
      addresses: { api: publicUrl + OEAPI_BASE, token: publicUrl + TOKEN_PATH },
      _links: {},
    }),

    createConnection: async (request) => {
      const { connection, secret } = await makeConnection(asTeacher(request), request.body)
      return { entity: connectionReply(connection), secret }
    },

    editConnection: async (request) => ({
      entity: connectionReply(await editConnection(asTeacher(request), request.params.id, request.body)),
    }),

    renewConnection: async (request) => {
      const { connection, secret } = await renewSecret(asTeacher(request), request.params.id)
      return { entity: connectionReply(connection), secret }
    },

    tryConnection: async ({ params: { id } }) => ({
      steps: await tryToAskAs(app, context, await findConnection(database.kysely, id)),
      refusals: await listRefusals(database.kysely, id),
    }),

    revokeConnection: async (request) => ({
      entity: connectionReply(await revokeConnection(asTeacher(request), request.params.id)),
    }),
  })
}
