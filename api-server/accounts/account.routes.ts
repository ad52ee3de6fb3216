import { domainToUnicode } from 'node:url'
import type { ApiContext } from '#api-server/context.ts'
import { ACTIVATION_HOURS, linkKeyOf, newLinkNonce, nonceOfLinkKey } from '#api-server/facts/link-key.ts'
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
import type { KeyRing } from '#server/keys.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { activateAccount } from './activate-account.ts'
import { changePassword, checkResetKey, requestPasswordReset } from './password-reset.ts'
import { registerAccount } from './register-account.ts'

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
        formReply(await registerAccount({ ...deps, domains }, { ...asked, letter }, clock())),
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
        formReply(await requestPasswordReset(deps, username, clock(), { letter })),
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

const formReply = <Fault>(faults: Fault[]) => ({ accepted: faults.length === 0, faults })

const NAME = 'registered-here'

/**
 * Header with a cookie that marks this browser as the one that made a registration: only here does its link activate with the
 * password chosen then. Every reply to registering has one; for an address with an account it names no registration.
 * SameSite=Lax, since a letter links here from another site. Without the link it opens nothing.
 */
export function rememberRegistration(ring: KeyRing, nonce: string, publicUrl: string): string {
  return cookieOf(linkKeyOf(ring, 'registered-here', nonce), ACTIVATION_HOURS * 3_600, publicUrl)
}

const forgetRegistration = (publicUrl: string): string => cookieOf('', 0, publicUrl)

function cookieOf(key: string, seconds: number, publicUrl: string): string {
  const value = `${key}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
  return publicUrl.startsWith('https:') ? `__Host-${NAME}=${value}; Secure` : `${NAME}=${value}`
}

/** Nonce of the last registration in this browser; undefined if there is none, or the cookie is not ours. */
export function registrationMadeHere(ring: KeyRing, cookies: string | undefined): string | undefined {
  const [, key] = COOKIE.exec(cookies ?? '') ?? []
  return key === undefined ? undefined : nonceOfLinkKey(ring, 'registered-here', key)
}

const COOKIE = new RegExp(`(?:^|; ?)(?:__Host-)?${NAME}=([\\w-]{65})(?:;|$)`)
