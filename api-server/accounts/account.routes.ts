import { domainToUnicode } from 'node:url'
import { activateAccount } from '#api-server/accounts/activate-account.ts'
import { changePassword, checkResetKey, requestPasswordReset } from '#api-server/accounts/password-reset.ts'
import { registerAccount } from '#api-server/accounts/register-account.ts'
import type { ApiContext } from '#api-server/context.ts'
import { newLinkNonce } from '#api-server/facts/link-key.ts'
import { addressOf } from '#api-server/platform/throttle.ts'
import type {
  ActivationPasswordRefusal,
  ActivationRefusal,
  RegistrationRefusal,
  ResetKeyRefusal,
} from '#contract/accounts.calls.ts'
import * as accountsCalls from '#contract/accounts.calls.ts'
import { normaliseUsername } from '#domain/accounts/account.rules.ts'
import {
  accountFaultTexts,
  activationRefusalTexts,
  foreignDomainText,
  passwordNeededText,
  passwordRefusal,
  type ResetKeyFault,
  resetKeyTexts,
} from '#domain/accounts/account.texts.ts'
import { deviceName } from '#domain/sessions/device-name.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { forgetRegistration, registrationMadeHere, rememberRegistration } from './registered-here.ts'

export function accountRoutes(app: Api, context: ApiContext): void {
  registrationRoutes(app, context)
  passwordResetRoutes(app, context)
}

const accountDeps = ({ database, passwords, letters, keys, logins }: ApiContext) => ({
  database,
  passwords,
  letters,
  links: keys.links,
  passwordLogin: logins.passwords,
})

function registrationRoutes(app: Api, context: ApiContext): void {
  const { throttle, clock, publicUrl, registrationDomains: domains } = context
  const deps = accountDeps(context)

  serve(app, accountsCalls, {
    // Everybody who registers becomes a student; a known and an unknown address get the same answer.
    register: async (request, reply) => {
      if (deps.passwordLogin !== 'on') throw new Problem('password-login-off')
      await throttle.visit(request)
      const username = normaliseUsername(request.body.username)
      const nonce = newLinkNonce()
      const device = deviceName(request.headers['user-agent'] ?? '')
      const asked = { ...request.body, device, address: addressOf(request), nonce }
      const { faults } = await throttle.registration(request, username, async (letter) =>
        answerTo(await registerAccount({ ...deps, domains }, { ...asked, letter }, clock())),
      )
      if (faults.length === 0) {
        reply.header('set-cookie', rememberRegistration(deps.links, nonce, publicUrl))
        return { username }
      }
      const sentences = faults.map((fault) =>
        fault === 'username-of-others' ? foreignDomainText(domains.map(domainToUnicode)) : accountFaultTexts[fault],
      )
      const refusal: RegistrationRefusal = { reason: sentences, message: sentences.join(' ') }
      return reply.code(422).send(refusal)
    },

    verifyUser: async (request, reply) => {
      await throttle.visit(request)
      const { validation_key: key, password } = request.body
      const registeredHere = registrationMadeHere(deps.links, request.headers.cookie)
      const outcome = await activateAccount(deps, { key, registeredHere, password }, clock())
      if (outcome.activated) {
        reply.header('set-cookie', forgetRegistration(publicUrl))
        return { username: outcome.username }
      }
      if (outcome.refusal === 'password') return reply.code(422).send(passwordRefusal(outcome.faults))
      if (outcome.refusal === 'password-needed') {
        const { refusal: reason, username } = outcome
        const needed: ActivationPasswordRefusal = { reason, message: passwordNeededText, username }
        return reply.code(422).send(needed)
      }
      const message = activationRefusalTexts[outcome.refusal]
      const refusal: ActivationRefusal = { reason: message, message }
      return reply.code(404).send(refusal)
    },
  })
}

function passwordResetRoutes(app: Api, context: ApiContext): void {
  const { throttle, clock } = context
  const deps = accountDeps(context)

  serve(app, accountsCalls, {
    requestPasswordReset: async (request, reply) => {
      if (deps.passwordLogin === 'off') throw new Problem('password-login-off')
      await throttle.visit(request)
      const username = normaliseUsername(request.body.username)
      const { faults } = await throttle.reset(request, username, async (letter) =>
        answerTo(await requestPasswordReset(deps, username, clock(), { letter })),
      )
      if (faults.length === 0) return { username }
      return reply.code(422).send(passwordRefusal(faults))
    },

    changePassword: async (request, reply) => {
      await throttle.visit(request)
      const { result } = await throttle.key(request, request.body.reset_key, async () => {
        const result = await changePassword(deps, request.body, clock())
        return { accepted: result.outcome === 'changed', result }
      })
      if (result.outcome === 'changed') return { username: result.username }
      if (result.outcome === 'refused') return reply.code(422).send(passwordRefusal(result.faults))
      return reply.code(404).send(keyRefusal(result.outcome))
    },

    checkResetKey: async (request, reply) => {
      await throttle.visit(request)
      const { judged } = await throttle.key(request, request.body.reset_key, async () => {
        const judged = await checkResetKey(deps, request.body.reset_key, clock())
        return { accepted: judged.outcome === 'usable', judged }
      })
      if (judged.outcome !== 'usable') return reply.code(404).send(keyRefusal(judged.outcome))
      return { usable: true, username: judged.username }
    },
  })
}

const keyRefusal = (reason: ResetKeyFault): ResetKeyRefusal => ({ reason, message: resetKeyTexts[reason] })

const answerTo = <Fault>(faults: Fault[]) => ({ accepted: faults.length === 0, faults })
