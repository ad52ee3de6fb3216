import type { z } from 'zod'
import type * as schemas from './accounts.schema.ts'
import { endpoint } from './endpoint.ts'

/** Registers an account. 422 with sentences. If the address has one already: the same answer, and an e-mail to its owner. */
export const register = endpoint<typeof schemas.registerSchemas>('POST', '/register')
export type RegistrationRefusal = z.output<typeof schemas.registrationRefusalSchema>

/**
 * Activates an account. 404 with a sentence about why the link does not work and how to get another. 422 `password-needed` on
 * any device other than the one that registered, until a password is sent along; and with the errors of that password.
 */
export const verifyUser = endpoint<typeof schemas.verifyUserSchemas>('POST', '/verify-user')
export type ActivationRefusal = z.output<typeof schemas.activationRefusalSchema>
export type ActivationPasswordRefusal = z.output<typeof schemas.activationPasswordRefusalSchema>

/** Requests a reset link. 422 with sentences; otherwise the same answer whether or not the address has an account. */
export const requestPasswordReset = endpoint<typeof schemas.requestPasswordResetSchemas>('POST', '/password-reset')

/** Changes the password and ends all sessions of the account. 404 for a key that no longer works, 422 with sentences. */
export const changePassword = endpoint<typeof schemas.changePasswordSchemas>('POST', '/password-change')
/**
 * Checks a key without using it, so that a dead link is shown before a password is typed. 404 as for changing the password; the
 * owner is not revealed.
 */
export const checkResetKey = endpoint<typeof schemas.checkResetKeySchemas>('POST', '/password-change/check')
export type ResetKeyRefusal = z.output<typeof schemas.resetKeyRefusalSchema>

/** Renews the activation link and mails it. 409 if the account is active already. For administrators. */
export const resendValidationMail = endpoint<typeof schemas.resendValidationMailSchemas>(
  'POST',
  '/user/:id/validation-mail',
  'userEdited',
)

/** Downloads all stored data about the user. The user's link `data`. */
export const downloadUserData = endpoint<typeof schemas.downloadUserDataSchemas>('GET', '/user/:id/data')
