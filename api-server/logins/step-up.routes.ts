import { changeOwnPassword } from '#api-server/accounts/own-password.ts'
import { faultsOfPassword } from '#api-server/accounts/passwords.ts'
import type { ApiContext } from '#api-server/context.ts'
import { tokensOf } from '#api-server/sessions/tokens.ts'
import * as loginsCalls from '#contract/logins.calls.ts'
import { passwordRefusal } from '#domain/accounts/account.texts.ts'
import { passwordLetsIn } from '#domain/logins/second-factor.rules.ts'
import type { Caller } from '#server/bearer.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { sendFactorLetter } from './factor-letter.ts'
import { beginAt } from './school-login.ts'
import { proveAgain, requireOneProof, stepUpOptions, waysToProve } from './step-up.ts'

/** Guesses in these routes count as at a login. */
export function stepUpRoutes(app: Api, context: ApiContext): void {
  const { database, passwords, logins, letters, throttle, clock } = context

  /** Undefined while the provider is away: the other ways remain. */
  const beginProof = ({ id: userId, sessionId }: Caller) =>
    beginAt(context, { purpose: 'prove', userId, sessionId, returnPath: '/', now: clock() }).catch((error: unknown) => {
      if (error instanceof Problem && error.reason === 'school-unavailable') return undefined
      throw error
    })

  serve(app, loginsCalls, {
    getStepUpOptions: async ({ caller }, reply) => {
      const ways = await waysToProve(context, caller)
      if (caller.isWeak && !ways.totp && ways.passkeys === 0 && !ways.school) {
        await sendFactorLetter(context, { id: caller.id, token_version: caller.tokenVersion }, clock())
        throw new Problem('second-factor-missing')
      }
      const options = await stepUpOptions(context, caller, ways)
      const begun = ways.school ? await beginProof(caller) : undefined
      if (begun) reply.header('set-cookie', begun.cookie)
      return { ...options, school: begun && logins.school ? { label: logins.school.label, href: begun.href } : null }
    },

    stepUp: async (request) => {
      const { caller } = request
      const proof = request.body
      requireOneProof(proof)
      const { username, passwordHash } = await waysToProve(context, caller)
      const until = await throttle.proof(
        request,
        username,
        (party) => proveAgain(context, caller, { proof, passwordHash, party }),
        proof.recovery_code === undefined ? undefined : 'recovery-code',
      )
      request.log.info({ user: caller.id, session: caller.sessionId, by: Object.keys(proof) }, 'proved again')
      return { until: new Date(until).toISOString() }
    },

    changeOwnPassword: async (request, reply) => {
      const { caller } = request
      if (!passwordLetsIn(logins.passwords, caller)) throw new Problem('password-login-off')
      const { username } = await waysToProve(context, caller)
      const faults = await faultsOfPassword({ ...request.body, username })
      if (faults.length > 0) return reply.code(422).send(passwordRefusal(faults))
      const session = await throttle.proof(request, username, (party) =>
        changeOwnPassword({ database, passwords, clock }, caller, { ...request.body, party }),
      )
      letters.wake()
      return tokensOf(app, session, clock())
    },
  })
}
