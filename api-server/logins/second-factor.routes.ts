import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { knowDevice } from '#api-server/sessions/known-device.ts'
import { type NewSession, tokensOfLogin } from '#api-server/sessions/tokens.ts'
import * as loginsCalls from '#contract/logins.calls.ts'
import { deviceName } from '#domain/sessions/device-name.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { beginFactor, makeFactor } from './factor-letter.ts'
import { passkeyOptions } from './passkeys.ts'
import { giveSecondFactor, logInByPasskey, usernameOfTicket } from './second-factor.ts'

interface LoggedIn {
  username: string
  session: NewSession
}

export function secondFactorRoutes(app: Api, context: ApiContext): void {
  const { database, keys, publicUrl, throttle, clock } = context

  /** Marks the device as known, since the login is complete, and returns the tokens. */
  const tokensFor = (request: FastifyRequest, reply: FastifyReply, { username, session }: LoggedIn) => {
    reply.header('set-cookie', knowDevice(keys.links, username, publicUrl))
    return tokensOfLogin(request, session, clock())
  }

  serve(app, loginsCalls, {
    giveSecondFactor: async (request, reply) => {
      const { ticket } = request.body
      const username = await usernameOfTicket(database, ticket)
      if (username === undefined) {
        await throttle.visit(request)
        throw new Problem('second-factor-over')
      }
      // These count like wrong passwords: by account, address and device.
      const session = await throttle.login(
        request,
        username,
        () => giveSecondFactor(context, { ...request.body, device: deviceOf(request) }),
        request.body.recovery_code === undefined ? undefined : 'recovery-code',
      )
      return tokensFor(request, reply, { username, session })
    },

    // Everybody who opens the login screen requests this, a whole campus at once: it writes nothing and refuses nobody.
    getPasskeyChallenge: async () => ({ options: await passkeyOptions(context, undefined) }),

    logInByPasskey: async (request, reply) => {
      const given = { ...request.body, device: deviceOf(request) }
      return tokensFor(request, reply, await throttle.passkey(request, () => logInByPasskey(context, given)))
    },

    beginSecondFactor: async (request) => {
      await throttle.visit(request)
      return beginFactor(context, request.body.key)
    },

    makeSecondFactor: async (request, reply) => {
      await throttle.visit(request)
      const { recovery_codes, ...made } = await makeFactor(context, { ...request.body, device: deviceOf(request) })
      return { ...tokensFor(request, reply, made), recovery_codes }
    },
  })
}

const deviceOf = (request: FastifyRequest): string => deviceName(request.headers['user-agent'] ?? '')
