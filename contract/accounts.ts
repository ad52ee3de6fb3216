import type {
  Activation,
  PasswordChange,
  PasswordReset,
  Registration,
  ResetKey,
} from '#domain/accounts/account.schema.ts'
import type { ResetKeyFault } from '#domain/accounts/account.texts.ts'
import type { PersonalData } from '#domain/personal-data/personal-data.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import { type ById, type EntityReply, endpoint } from './endpoint.ts'
import type { Refusal } from './refusals.ts'

/** The address as it is kept, in lower case. It says nothing about whether it has an account. */
export interface AccountReply {
  username: string
}

/** 422 with a list of sentences. An address that has an account gets the usual answer, and its owner a letter. */
export const register = endpoint<{ body: Registration; reply: AccountReply }>('POST', '/register')
export interface RegistrationRefusal extends Refusal {
  reason: string[]
}

/**
 * Activates an account. 404 with a sentence that says why the link does not work, and how to get one that does. 422
 * `password-needed` on any device but the one that made the registration, until a password is sent along; and with what is
 * wrong with that.
 */
export const verifyUser = endpoint<{ body: Activation; reply: AccountReply }>('POST', '/verify-user')
export interface ActivationRefusal extends Refusal {
  reason: string
}
export interface ActivationPasswordRefusal extends Refusal {
  reason: 'password-needed' | { errors: string[] }
}

/** 422 with sentences, and then the usual answer whether or not the address has an account. */
export const requestPasswordReset = endpoint<{ body: PasswordReset; reply: AccountReply }>('POST', '/password-reset')

/** Ends every login of the account. 404 for a key that cannot be used (any more), 422 with sentences. */
export const changePassword = endpoint<{ body: PasswordChange; reply: AccountReply }>('POST', '/password-change')
export interface PasswordRefusal extends Refusal {
  reason: { errors: string[] }
}
export interface UsableKeyReply {
  usable: true
}
/**
 * Whether a key can be used to choose a password, without using it up: so that a dead link shows before one is typed.
 * 404 as choosing one has; whose key it is goes unsaid.
 */
export const checkResetKey = endpoint<{ body: ResetKey; reply: UsableKeyReply }>('POST', '/password-change/check')
export interface ResetKeyRefusal extends Refusal {
  reason: ResetKeyFault
}

/** For administrators: renews the activation link and mails it. 409 when the account is activated already. */
export const resendValidationMail = endpoint<{ params: ById; reply: EntityReply<User> }>(
  'POST',
  '/user/:id/validation-mail',
  'userEdited',
)

/** All that is kept about the user, as a file; by their link `data`. */
export const downloadUserData = endpoint<{ params: ById; reply: PersonalData }>('GET', '/user/:id/data')
