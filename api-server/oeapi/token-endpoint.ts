import type { FastifyReply } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { createCounter, createGuard } from '#api-server/platform/throttle.ts'
import type { Api } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { TOKEN_PATH } from './oeapi-paths.ts'
import { noteUse } from './readings.ts'
import type { Refusals } from './refusals.ts'
import { OAuthRefusal, readCredentials, TOKEN_LIFETIME_S, type Tokens } from './tokens.ts'

const MINUTE_MS = 60_000

/** Wrong credentials for a client from one address. */
const FAILURES = { max: 10, window: 15 * MINUTE_MS }

/** Tokens for a client: one lasts a quarter of an hour, so more means a fault on the other side. */
const GRANTS = { max: 60, window: MINUTE_MS, shared: true }

const FORM = 'application/x-www-form-urlencoded'

type TokenDeps = Pick<ApiContext, 'database' | 'security' | 'clock'> & { tokens: Tokens; refusals: Refusals }

/** POST /oeapi/token: a system of the school gets an access token for what it may read. */
export function serveTokens(app: Api, { database, security, clock, tokens, refusals }: TokenDeps): void {
  const grants = createCounter(app, GRANTS)
  const authenticating = createGuard<unknown>(
    createCounter(app, FAILURES),
    (outcome) => outcome.status === 'rejected' && outcome.reason instanceof OAuthRefusal,
  )
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, String(body)))
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof OAuthRefusal) {
      if (error.connection)
        refusals.note({ connection: error.connection, asked: `POST ${TOKEN_PATH}`, kind: error.code })
      if (error.code === 'invalid_client') security.note(request.log, 'connection-refused', {})
      return refuse(reply, error)
    }
    if (error instanceof Problem && error.reason === 'too-many-requests') {
      security.note(request.log, 'too-many-requests', {})
      reply.header('retry-after', String(error.retryAfter ?? 1))
      return void reply.code(429).send({ error: 'temporarily_unavailable', error_description: 'Too many requests.' })
    }
    const { code } = Object(error)
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_ERR_CTP_BODY_TOO_LARGE')
      return refuse(reply, new OAuthRefusal('invalid_request', `Send the parameters as ${FORM}.`))
    // The usual handler logs it, and answers 500 or 503.
    throw error
  })

  app.options('/token', async (_request, reply) => reply.code(204).header('allow', 'OPTIONS, POST').send())
  app.post('/token', async (request, reply) => {
    const form = readForm(request.body)
    if (form.get('grant_type') !== 'client_credentials')
      throw new OAuthRefusal('unsupported_grant_type', 'Only client_credentials is supported.')
    const credentials = readCredentials(request.headers.authorization, form)
    const connection = await authenticating(request, credentials.clientId, () =>
      tokens.authenticate(database, credentials),
    )
    const { left, problem } = await grants.look(request, connection.client_id)
    if (left === 0) throw problem
    await grants.add(request, connection.client_id)
    const { token, scope } = await tokens.grant(connection, form.get('scope'))
    await noteUse(database, connection, clock())
    return reply
      .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
      .send({ access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFETIME_S, scope })
  })
}

/**
 * Reads a form. A parameter without a value counts as omitted (RFC 6749 §3.2). Throws an `OAuthRefusal` if one occurs twice,
 * whichever was meant.
 */
function readForm(body: unknown): ReadonlyMap<string, string> {
  const names = new Set<string>()
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(typeof body === 'string' ? body : '')) {
    if (names.has(name)) throw new OAuthRefusal('invalid_request', `The parameter ${name} occurs twice.`)
    names.add(name)
    if (value !== '') form.set(name, value)
  }
  if (!form.has('grant_type')) throw new OAuthRefusal('invalid_request', 'The parameter grant_type is missing.')
  return form
}

function refuse(reply: FastifyReply, { code, message }: OAuthRefusal): void {
  if (code === 'invalid_client') reply.header('www-authenticate', 'Basic realm="oeapi", charset="UTF-8"')
  reply
    .code(code === 'invalid_client' ? 401 : 400)
    .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    .send({ error: code, error_description: message })
}
