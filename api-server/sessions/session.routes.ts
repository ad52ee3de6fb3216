import type { FastifyReply, FastifyRequest } from 'fastify'
import { remindToActivate, type WaitingAccount } from '#api-server/accounts/remind-to-activate.ts'
import type { ApiContext } from '#api-server/context.ts'
import { requireSecondFactor } from '#api-server/logins/second-factor.ts'
import { linkById } from '#contract/endpoint.ts'
import * as sessionsCalls from '#contract/sessions.calls.ts'
import { deleteSession } from '#contract/sessions.gen.ts'
import { normaliseUsername } from '#domain/accounts/account.rules.ts'
import { pick } from '#domain/entities/pick.ts'
import { deviceName } from '#domain/sessions/device-name.ts'
import type { UserSession } from '#domain/sessions/session.schema.ts'
import type { Caller } from '#server/bearer.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { endSession, revokeSession } from './end-sessions.ts'
import { knowDevice } from './known-device.ts'
import { logIn, type Proceed } from './log-in.ts'
import { openRefreshDesk } from './refresh-sessions.ts'
import { listSessions } from './session.queries.ts'
import { REFRESH_TOKEN_IDLE_MS, tokensOf, tokensOfLogin } from './tokens.ts'

export function sessionRoutes(app: Api, context: ApiContext): void {
  const { database, keys, letters, logins, passwords, refreshing, throttle, publicUrl, clock } = context
  const afterReply = createAfterReply(app)
  const refresh = openRefreshDesk({ database, key: keys.refreshToken, logins, clock, watch: refreshing })
  const proceed: Proceed = (account) => requireSecondFactor(context, account)

  serve(app, sessionsCalls, {
    loginCheck: async (request, reply) => {
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
      return tokensOfLogin(request, session, clock())
    },

    refreshToken: async ({ body }) => tokensOf(app, await refresh(body.refresh_token), clock()),

    invalidateToken: async ({ body }, reply) => {
      await endSession(database, body.refresh_token, clock())
      return reply.type('text/plain; charset=utf-8').send('Je bent uitgelogd.')
    },
  })
}

const deviceOf = (request: FastifyRequest): string => deviceName(request.headers['user-agent'] ?? '')

export function ownSessionRoutes(app: Api, { database, clock }: ApiContext): void {
  serve(app, sessionsCalls, {
    listUserSessions: async ({ caller }) => {
      const now = clock()
      const since = new Date(now - REFRESH_TOKEN_IDLE_MS).toISOString()
      const sessions = await listSessions(database.kysely, caller.id, { now: new Date(now).toISOString(), since })
      return { entities: sessions.map((session) => sessionReply(session, { caller, holds: true })), _links: {} }
    },

    deleteSession: async ({ caller, params }) => {
      const session = await revokeSession(database, caller, params.id, clock())
      return { entity: sessionReply(session, { caller, holds: false }) }
    },
  })
}

const endLink = linkById(deleteSession)

const sessionReply = (
  session: Omit<UserSession, 'current' | '_links'>,
  { caller, holds }: { caller: Caller; holds: boolean },
): UserSession => ({
  ...pick(session, ['id', 'device', 'method', 'created_at', 'last_used_at']),
  current: session.id === caller.sessionId,
  _links: holds ? { delete: endLink(session.id) } : {},
})

/**
 * Creates a function that runs work after the reply was sent, for work whose duration must not be observable. A closing server
 * waits for it; failures are only logged. Not for work that must happen: it is lost if the server dies.
 */
function createAfterReply(app: Api) {
  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(running)
  })
  return (request: FastifyRequest, reply: FastifyReply, work: () => Promise<void>): void => {
    reply.raw.once('finish', () => {
      const working = work()
        .catch((error: unknown) => request.log.warn({ err: error }, 'what was to follow a reply failed'))
        .finally(() => running.delete(working))
      running.add(working)
    })
  }
}
