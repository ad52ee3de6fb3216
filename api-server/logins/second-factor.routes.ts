import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { knowDevice } from '#api-server/sessions/known-device.ts'
import { type OpenSession, tokensOf } from '#api-server/sessions/tokens.ts'
import * as schemas from '#contract/logins.schema.ts'
import * as contract from '#contract/logins.ts'
import { deviceName } from '#domain/sessions/device-name.ts'
import { type Api, operation } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { beginFactor, makeFactor } from './factor-letter.ts'
import { passkeyOptions } from './passkeys.ts'
import { giveSecondFactor, logInByPasskey, usernameOfTicket } from './second-factor.ts'

interface LoggedIn {
  username: string
  session: OpenSession & { refresh_token: string }
}

/** Routes to continue a login after a right password, and to log in without a password. */
export function secondFactorRoutes(app: Api, context: ApiContext): void {
  const { database, keys, publicUrl, throttle, clock } = context

  /** Marks the device as known, since the login is complete, and returns the tokens. */
  const tokensFor = (reply: FastifyReply, { username, session }: LoggedIn) => {
    reply.header('set-cookie', knowDevice(keys.links, username, publicUrl))
    return tokensOf(app, session, clock())
  }

  app.route({
    ...operation(contract.giveSecondFactor, schemas.giveSecondFactorSchemas, {
      reach: 'anybody',
      summary: 'Go on with a login whose password was right, by a code or a passkey',
      reasons: ['second-factor-wrong', 'passkey-refused', 'second-factor-over', 'too-many-requests'],
    }),
    handler: async (request, reply) => {
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
      return tokensFor(reply, { username, session })
    },
  })

  app.route({
    ...operation(contract.getPasskeyChallenge, schemas.getPasskeyChallengeSchemas, {
      reach: 'anybody',
      summary: 'What your browser asks any passkey of this site, before anybody said who they are',
    }),
    // Everybody who opens the login screen requests this, a whole campus at once: it writes nothing and refuses nobody.
    handler: async () => ({ options: await passkeyOptions(context, undefined) }),
  })

  app.route({
    ...operation(contract.logInByPasskey, schemas.logInByPasskeySchemas, {
      reach: 'anybody',
      summary: 'Log in by a passkey alone',
      reasons: ['passkey-refused', 'too-many-requests'],
    }),
    handler: async (request, reply) => {
      const given = { ...request.body, device: deviceOf(request) }
      return tokensFor(reply, await throttle.passkey(request, () => logInByPasskey(context, given)))
    },
  })

  app.route({
    ...operation(contract.beginSecondFactor, schemas.beginSecondFactorSchemas, {
      reach: 'anybody',
      summary: 'What a first second factor is made with, by the key of a letter, which it does not use up',
      reasons: ['factor-link-unknown', 'too-many-requests'],
    }),
    handler: async (request) => {
      await throttle.visit(request)
      return beginFactor(context, request.body.key)
    },
  })

  app.route({
    ...operation(contract.makeSecondFactor, schemas.makeSecondFactorSchemas, {
      reach: 'anybody',
      summary: 'Make a first second factor by the key of a letter, and log in by it',
      reasons: [
        'factor-link-unknown',
        'second-factor-wrong',
        'passkey-refused',
        'passkey-known',
        'passkeys-full',
        'passkey-name-missing',
        'too-many-requests',
      ],
    }),
    handler: async (request, reply) => {
      await throttle.visit(request)
      const { recovery_codes, ...made } = await makeFactor(context, { ...request.body, device: deviceOf(request) })
      return { ...tokensFor(reply, made), recovery_codes }
    },
  })
}

const deviceOf = (request: FastifyRequest): string => deviceName(request.headers['user-agent'] ?? '')
