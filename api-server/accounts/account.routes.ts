import { domainToUnicode } from 'node:url'
import { activateAccount } from '#api-server/accounts/activate-account.ts'
import {
  changePassword as choosePassword,
  checkResetKey as judgeKey,
  requestPasswordReset as requestReset,
} from '#api-server/accounts/password-reset.ts'
import { registerAccount } from '#api-server/accounts/register-account.ts'
import type { ApiContext } from '#api-server/context.ts'
import { newLinkNonce } from '#api-server/facts/link-key.ts'
import { addressOf } from '#api-server/platform/throttle.ts'
import {
  activationPasswordRefusalSchema,
  activationRefusalSchema,
  changePasswordSchemas,
  checkResetKeySchemas,
  passwordRefusalSchema,
  registerSchemas,
  registrationRefusalSchema,
  requestPasswordResetSchemas,
  resetKeyRefusalSchema,
  verifyUserSchemas,
} from '#contract/accounts.schema.ts'
import {
  type ActivationPasswordRefusal,
  type ActivationRefusal,
  changePassword,
  checkResetKey,
  type RegistrationRefusal,
  type ResetKeyRefusal,
  register,
  requestPasswordReset,
  verifyUser,
} from '#contract/accounts.ts'
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
import { type Api, operation } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { forgetRegistration, registrationMadeHere, rememberRegistration } from './registered-here.ts'

/** Routes for people who can't log in yet. They refuse in sentences, see contract/accounts.ts. */
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

/** An account is requested, and activated by the letter that follows. */
function registrationRoutes(app: Api, context: ApiContext): void {
  const { throttle, clock, publicUrl, registrationDomains: domains } = context
  const deps = accountDeps(context)

  app.route({
    ...operation(register, registerSchemas, {
      reach: 'anybody',
      summary: 'Ask for an account; the answer says nothing about whether the address has one',
      reasons: ['password-login-off', 'too-many-requests'],
      refusals: { 422: registrationRefusalSchema },
    }),
    handler: async (request, reply) => {
      // Everybody who registers becomes a student; a known and an unknown address get the same answer.
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
  })

  app.route({
    ...operation(verifyUser, verifyUserSchemas, {
      reach: 'anybody',
      summary: 'Activate an account by the key of its letter; asks for a password where none was chosen on this device',
      reasons: ['too-many-requests'],
      refusals: { 404: activationRefusalSchema, 422: activationPasswordRefusalSchema },
    }),
    handler: async (request, reply) => {
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
        const needed: ActivationPasswordRefusal = { reason: 'password-needed', message: passwordNeededText }
        return reply.code(422).send(needed)
      }
      const message = activationRefusalTexts[outcome.refusal]
      const refusal: ActivationRefusal = { reason: message, message }
      return reply.code(404).send(refusal)
    },
  })
}

/** A forgotten password is replaced by the key of a letter. */
function passwordResetRoutes(app: Api, context: ApiContext): void {
  const { throttle, clock } = context
  const deps = accountDeps(context)

  app.route({
    ...operation(requestPasswordReset, requestPasswordResetSchemas, {
      reach: 'anybody',
      summary: 'Ask for a letter to choose a new password; the answer says nothing about who has an account',
      reasons: ['password-login-off', 'too-many-requests'],
      refusals: { 422: passwordRefusalSchema },
    }),
    handler: async (request, reply) => {
      if (deps.passwordLogin === 'off') throw new Problem('password-login-off')
      await throttle.visit(request)
      const username = normaliseUsername(request.body.username)
      const { faults } = await throttle.reset(request, username, async (letter) =>
        answerTo(await requestReset(deps, username, clock(), { letter })),
      )
      if (faults.length === 0) return { username }
      return reply.code(422).send(passwordRefusal(faults))
    },
  })

  app.route({
    ...operation(changePassword, changePasswordSchemas, {
      reach: 'anybody',
      summary: 'Choose a new password by the key of a letter; ends every login of the account',
      reasons: ['password-login-off', 'too-many-requests'],
      refusals: { 404: resetKeyRefusalSchema, 422: passwordRefusalSchema },
    }),
    handler: async (request, reply) => {
      await throttle.visit(request)
      const { result } = await throttle.key(request, request.body.reset_key, async () => {
        const result = await choosePassword(deps, request.body, clock())
        return { accepted: result.outcome === 'changed', result }
      })
      if (result.outcome === 'changed') return { username: result.username }
      if (result.outcome === 'refused') return reply.code(422).send(passwordRefusal(result.faults))
      return reply.code(404).send(keyRefusal(result.outcome))
    },
  })

  app.route({
    ...operation(checkResetKey, checkResetKeySchemas, {
      reach: 'anybody',
      summary: 'Ask whether a password can be chosen by the key of a letter, which it does not use up',
      reasons: ['password-login-off', 'too-many-requests'],
      refusals: { 404: resetKeyRefusalSchema },
    }),
    handler: async (request, reply) => {
      await throttle.visit(request)
      const { outcome } = await throttle.key(request, request.body.reset_key, async () => {
        const outcome = await judgeKey(deps, request.body.reset_key, clock())
        return { accepted: outcome === 'usable', outcome }
      })
      return outcome === 'usable' ? { usable: true } : reply.code(404).send(keyRefusal(outcome))
    },
  })
}

const keyRefusal = (reason: ResetKeyFault): ResetKeyRefusal => ({ reason, message: resetKeyTexts[reason] })

const answerTo = <Fault>(faults: Fault[]) => ({ accepted: faults.length === 0, faults })
