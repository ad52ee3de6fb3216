import { accountFaultTexts, activationRefusalTexts, resetKeyTexts } from '#domain/accounts/account.texts.ts'
import type * as account from './account.ts'
import { exampleWaitingUser } from './entity.examples.ts'
import type { ExamplesOf } from './example.ts'

const username = 'noor.bos@student.example'
const tooShort = accountFaultTexts['password-too-short']
const passwords = { password: 'krijtbord-passer-9', password_repeat: 'krijtbord-passer-9' }
const reset_key = 'Yh2uN8b5vC4xZ1qWmE7tRf.s9DgK3jLo6aPiU0yTzBnVc'
const expiredKey = { reason: 'expired', message: resetKeyTexts.expired } satisfies account.ResetKeyRefusal

export const accountExamples: ExamplesOf<typeof account> = {
  register: {
    body: { username, ...passwords },
    reply: { username },
    refusals: { 422: { reason: [tooShort], message: tooShort } satisfies account.RegistrationRefusal },
  },
  verifyUser: {
    body: { validation_key: 'Zk3vQ0m7cX1bS9tWnE5yRg.d8FhJ2kLp4aVuI6oTzCqMw' },
    reply: { username, reset_key },
    refusals: {
      404: {
        reason: activationRefusalTexts.expired,
        message: activationRefusalTexts.expired,
      } satisfies account.ActivationRefusal,
    },
  },
  requestPasswordReset: {
    body: { username },
    reply: { username },
    refusals: {
      422: {
        reason: { errors: [accountFaultTexts['username-missing']] },
        message: accountFaultTexts['username-missing'],
      } satisfies account.PasswordRefusal,
    },
  },
  checkResetKey: {
    body: { reset_key },
    reply: { usable: true },
    refusals: { 404: expiredKey },
  },
  changePassword: {
    body: { reset_key, ...passwords },
    reply: { username },
    refusals: {
      404: expiredKey,
      422: { reason: { errors: [tooShort] }, message: tooShort } satisfies account.PasswordRefusal,
    },
  },
  resendValidationMail: { reply: { entity: exampleWaitingUser } },
}
