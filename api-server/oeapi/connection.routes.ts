import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { schoolNameRefusals } from '#api-server/facts/school-names.ts'
import * as schemas from '#contract/connections.schema.ts'
import * as contract from '#contract/connections.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { connectionReply } from './connection.replies.ts'
import { listConnections, makeConnection, revokeConnection } from './connections.ts'
import { OEAPI_BASE, TOKEN_PATH } from './oeapi-paths.ts'

/** Routes for administrators: which systems of the school may read here. */
export function connectionRoutes(app: Api, { database, publicUrl, clock }: ApiContext): void {
  const asTeacher = (request: FastifyRequest) => ({ database, actorId: callerOf(request).id, now: clock() })

  app.route({
    ...operation(contract.listConnections, schemas.listConnectionsSchemas, {
      reach: 'administration',
      summary: 'The systems of the school that may read here, those in use first',
    }),
    handler: async () => ({
      entities: (await listConnections(database.kysely)).map(connectionReply),
      addresses: { api: publicUrl + OEAPI_BASE, token: publicUrl + TOKEN_PATH },
      _links: {},
    }),
  })

  app.route({
    ...operation(contract.createConnection, schemas.createConnectionSchemas, {
      reach: 'administration',
      summary: 'Make a connection for a system of the school; its secret is in this reply alone',
      statuses: [201],
      reasons: ['connection-scopeless', 'connection-key-unusable', 'connections-full', ...schoolNameRefusals],
    }),
    handler: async (request, reply) => {
      const { connection, secret } = await makeConnection(asTeacher(request), request.body)
      reply.code(201)
      return { entity: connectionReply(connection), secret }
    },
  })

  app.route({
    ...operation(contract.revokeConnection, schemas.revokeConnectionSchemas, {
      reach: 'administration',
      summary: 'Revoke a connection: its tokens are refused at once',
      reasons: ['not-found'],
    }),
    handler: async (request) => ({
      entity: connectionReply(await revokeConnection(asTeacher(request), request.params.id)),
    }),
  })
}
