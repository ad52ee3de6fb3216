import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { endSession } from '#api-server/sessions/end-sessions.ts'
import { knowDevice } from '#api-server/sessions/known-device.ts'
import { logIn } from '#api-server/sessions/log-in.ts'
import { openRefreshDesk } from '#api-server/sessions/refresh-sessions.ts'
import { type OpenSession, signAccessToken } from '#api-server/sessions/tokens.ts'
import { invalidateTokenSchemas, loginCheckSchemas, refreshTokenSchemas } from '#contract/sessions.schema.ts'
import { invalidateToken, loginCheck, refreshToken } from '#contract/sessions.ts'
import { normaliseUsername } from '#domain/accounts/account.rules.ts'
import { deviceName } from '#domain/sessions/device-name.ts'
import { type Api, operation } from '#server/operation.ts'

export function sessionRoutes(
  app: Api,
  { database, keys, passwords, refreshing, throttle, publicUrl, clock }: ApiContext,
): void {
  const refresh = openRefreshDesk({ database, key: keys.refreshToken, clock, watch: refreshing })
  const tokensOf = (session: OpenSession & { refresh_token: string }, now: number) => ({
    token: signAccessToken(app, session, now),
    refresh_token: session.refresh_token,
  })

  app.route({
    ...operation(loginCheck, loginCheckSchemas, {
      summary: 'Log in with a username and a password',
      open: true,
      reasons: ['login-failed', 'account-not-activated', 'too-many-requests'],
    }),
    handler: async (request, reply) => {
      const username = normaliseUsername(request.body.username)
      const session = await throttle.login(request, username, (party) =>
        logIn({ database, passwords, clock }, { ...request.body, device: deviceOf(request), party }),
      )
      reply.header('set-cookie', knowDevice(keys.links, username, publicUrl))
      return tokensOf(session, clock())
    },
  })

  app.route({
    ...operation(refreshToken, refreshTokenSchemas, {
      summary: 'Exchange a refresh token for new tokens',
      open: true,
      reasons: ['token-expired', 'token-revoked'],
    }),
    handler: async (request) => tokensOf(await refresh(request.body.refresh_token), clock()),
  })

  app.route({
    ...operation(invalidateToken, invalidateTokenSchemas, {
      summary: 'End the login that a refresh token belongs to',
      open: true,
    }),
    handler: async (request, reply) => {
      await endSession(database, request.body.refresh_token, clock())
      return reply.type('text/plain; charset=utf-8').send('Je bent uitgelogd.')
    },
  })
}

const deviceOf = (request: FastifyRequest): string => deviceName(request.headers['user-agent'] ?? '')
