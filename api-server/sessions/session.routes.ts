import type { FastifyRequest } from 'fastify'
import { remindToActivate, type WaitingAccount } from '#api-server/accounts/remind-to-activate.ts'
import type { ApiContext } from '#api-server/context.ts'
import { requireSecondFactor } from '#api-server/logins/second-factor.ts'
import { createAfterReply } from '#api-server/platform/after-reply.ts'
import { endSession, revokeSession } from '#api-server/sessions/end-sessions.ts'
import { knowDevice } from '#api-server/sessions/known-device.ts'
import { logIn, type Proceed } from '#api-server/sessions/log-in.ts'
import { openRefreshDesk } from '#api-server/sessions/refresh-sessions.ts'
import { listSessions } from '#api-server/sessions/session.queries.ts'
import { REFRESH_TOKEN_IDLE_MS, tokensOf } from '#api-server/sessions/tokens.ts'
import { linkById } from '#contract/endpoint.ts'
import {
  deleteSessionSchemas,
  invalidateTokenSchemas,
  listUserSessionsSchemas,
  loginCheckSchemas,
  refreshTokenSchemas,
} from '#contract/sessions.schema.ts'
import { deleteSession, invalidateToken, listUserSessions, loginCheck, refreshToken } from '#contract/sessions.ts'
import { normaliseUsername } from '#domain/accounts/account.rules.ts'
import { deviceName } from '#domain/sessions/device-name.ts'
import type { UserSession } from '#domain/sessions/session.schema.ts'
import { type Caller, callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

export function sessionRoutes(app: Api, context: ApiContext): void {
  const { database, keys, letters, logins, passwords, refreshing, throttle, publicUrl, clock } = context
  const afterReply = createAfterReply(app)
  const refresh = openRefreshDesk({ database, key: keys.refreshToken, logins, clock, watch: refreshing })
  const proceed: Proceed = (account) => requireSecondFactor(context, account)

  app.route({
    ...operation(loginCheck, loginCheckSchemas, {
      reach: 'anybody',
      summary: 'Log in with a username and a password',
      reasons: [
        'login-failed',
        'password-login-off',
        'second-factor-needed',
        'second-factor-missing',
        'too-many-requests',
      ],
    }),
    handler: async (request, reply) => {
      const passwordLogin = logins.passwords
      if (passwordLogin === 'off') throw new Problem('password-login-off')
      const username = normaliseUsername(request.body.username)
      const failed = (waiting: WaitingAccount | undefined) =>
        afterReply(request, reply, () => remindToActivate({ database, letters }, waiting, clock()))
      const session = await throttle.login(request, username, (party) =>
        logIn(
          { database, passwords, passwordLogin, clock, proceed, failed },
          { ...request.body, device: deviceOf(request), party },
        ),
      )
      reply.header('set-cookie', knowDevice(keys.links, username, publicUrl))
      return tokensOf(app, session, clock())
    },
  })

  app.route({
    ...operation(refreshToken, refreshTokenSchemas, {
      reach: 'anybody',
      summary: 'Exchange a refresh token for new tokens',
      reasons: ['token-expired', 'token-revoked', 'login-method-off'],
    }),
    handler: async (request) => tokensOf(app, await refresh(request.body.refresh_token), clock()),
  })

  app.route({
    ...operation(invalidateToken, invalidateTokenSchemas, {
      reach: 'anybody',
      summary: 'End the login that a refresh token belongs to',
    }),
    handler: async (request, reply) => {
      await endSession(database, request.body.refresh_token, clock())
      return reply.type('text/plain; charset=utf-8').send('Je bent uitgelogd.')
    },
  })
}

const deviceOf = (request: FastifyRequest): string => deviceName(request.headers['user-agent'] ?? '')

/** Routes for a user's own sessions, for that user only. */
export function ownSessionRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(listUserSessions, listUserSessionsSchemas, {
      reach: 'self',
      summary: 'Where you are logged in, last used first',
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const now = clock()
      const since = new Date(now - REFRESH_TOKEN_IDLE_MS).toISOString()
      const sessions = await listSessions(database.kysely, caller.id, { now: new Date(now).toISOString(), since })
      return { entities: sessions.map((session) => sessionReply(session, { caller, holds: true })), _links: {} }
    },
  })

  app.route({
    ...operation(deleteSession, deleteSessionSchemas, {
      reach: 'owner',
      summary: 'End one of your logins; not-found also when it is not yours',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const session = await revokeSession(database, caller, request.params.id, clock())
      return { entity: sessionReply(session, { caller, holds: false }) }
    },
  })
}

const endLink = linkById(deleteSession)

/** A session as shown; it has the link `delete` while it is valid. */
const sessionReply = (
  { id, device, method, created_at, last_used_at }: Omit<UserSession, 'current' | '_links'>,
  { caller, holds }: { caller: Caller; holds: boolean },
): UserSession => ({
  id,
  device,
  method,
  created_at,
  last_used_at,
  current: id === caller.sessionId,
  _links: holds ? { delete: endLink(id) } : {},
})
