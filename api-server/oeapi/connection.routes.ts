import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ApiContext } from '#api-server/context.ts'
import * as connectionsCalls from '#contract/connections.calls.ts'
import * as contract from '#contract/connections.gen.ts'
import { linkById } from '#contract/endpoint.ts'
import { pick } from '#domain/entities/pick.ts'
import { scopesOf } from '#domain/oeapi/connection.rules.ts'
import type { Connection, ConnectionTrial } from '#domain/oeapi/connection.schema.ts'
import { refusalKinds } from '#domain/oeapi/refusal.rules.ts'
import { type Api, serve } from '#server/operation.ts'
import {
  type ConnectionRow,
  editConnection,
  findConnection,
  listConnections,
  listRefusals,
  makeConnection,
  renewSecret,
  revokeConnection,
} from './connections.ts'
import { OEAPI_BASE, TOKEN_PATH } from './oeapi-paths.ts'
import { createTokens } from './tokens.ts'

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

/** The lists that systems begin with. */
const TRIED = ['/academic-sessions', '/programmes', '/test-components', '/persons', '/rooms']

const answerSchema = z.object({ items: z.array(z.unknown()) })
const problemSchema = z.object({ type: z.string().transform((type) => type.split('/').at(-1)) })

/** Asks this server as the system would, by a token that says so: nothing of it is noted as the system's. Returns counts alone. */
async function tryToAskAs(
  app: Api,
  { keys, publicUrl, clock }: Pick<ApiContext, 'keys' | 'publicUrl' | 'clock'>,
  connection: ConnectionRow,
) {
  const tokens = createTokens({ key: keys.accessToken, publicUrl, clock })
  const { token } = await tokens.grant(connection, undefined, true)
  const steps: ConnectionTrial['steps'] = []
  for (const asked of TRIED) {
    const answer = await app.inject({
      url: OEAPI_BASE + asked,
      headers: { authorization: `Bearer ${token}`, host: new URL(publicUrl).host },
    })
    const found = answerSchema.safeParse(answer.json()).data?.items.length ?? null
    const kind = problemSchema.safeParse(answer.json()).data?.type
    const refused = found === null ? (refusalKinds.find((one) => one === kind) ?? 'unavailable') : null
    steps.push({ asked, refused, found })
  }
  return steps
}

const revoke = linkById(contract.revokeConnection)
const edit = linkById(contract.editConnection)
const renew = linkById(contract.renewConnection)
const tryIt = linkById(contract.tryConnection)

const connectionReply = (row: ConnectionRow): Connection => ({
  ...pick(row, ['id', 'name', 'client_id', 'publishes', 'created_at', 'last_used_at', 'revoked_at']),
  scopes: scopesOf(row.scopes),
  proof: row.secret_hash === null ? 'key' : 'secret',
  _links:
    row.revoked_at === null
      ? {
          ...{ revoke: revoke(row.id), edit: edit(row.id), try: tryIt(row.id) },
          ...(row.secret_hash !== null && { renew: renew(row.id) }),
        }
      : {},
})
