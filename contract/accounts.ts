import type { z } from 'zod'
import type * as schemas from './accounts.schema.ts'
import { endpoint } from './endpoint.ts'

/** 422 with a list of sentences. An address that has an account gets the usual answer, and its owner a letter. */
export const register = endpoint<typeof schemas.registerSchemas>('POST', '/register')
export type RegistrationRefusal = z.output<typeof schemas.registrationRefusalSchema>

/**
 * Activates an account. 404 with a sentence that says why the link does not work, and how to get one that does. 422
 * `password-needed` on any device but the one that made the registration, until a password is sent along; and with what is
 * wrong with that.
 */
export const verifyUser = endpoint<typeof schemas.verifyUserSchemas>('POST', '/verify-user')
export type ActivationRefusal = z.output<typeof schemas.activationRefusalSchema>
export type ActivationPasswordRefusal = z.output<typeof schemas.activationPasswordRefusalSchema>

/** 422 with sentences, and then the usual answer whether or not the address has an account. */
export const requestPasswordReset = endpoint<typeof schemas.requestPasswordResetSchemas>('POST', '/password-reset')

/** Ends every login of the account. 404 for a key that cannot be used (any more), 422 with sentences. */
export const changePassword = endpoint<typeof schemas.changePasswordSchemas>('POST', '/password-change')
/**
 * Whether a key can be used to choose a password, without using it up: so that a dead link shows before one is typed.
 * 404 as choosing one has; whose key it is goes unsaid.
 */
export const checkResetKey = endpoint<typeof schemas.checkResetKeySchemas>('POST', '/password-change/check')
export type ResetKeyRefusal = z.output<typeof schemas.resetKeyRefusalSchema>

/** For administrators: renews the activation link and mails it. 409 when the account is activated already. */
export const resendValidationMail = endpoint<typeof schemas.resendValidationMailSchemas>(
  'POST',
  '/user/:id/validation-mail',
  'userEdited',
)

/** All that is kept about the user, as a file; by their link `data`. */
export const downloadUserData = endpoint<typeof schemas.downloadUserDataSchemas>('GET', '/user/:id/data')
