import { type Role, reaches } from '#domain/users/roles.ts'
import { nameRefusal, tidyName } from '#domain/users/user-edit.rules.ts'
import type { PasswordLogin } from './login.schema.ts'

/** Whether a password lets this person in where the school lets in by one whom `passwords` says. */
export const passwordLetsIn = (passwords: PasswordLogin, user: { roles: readonly Role[] }): boolean =>
  passwords === 'on' || (passwords === 'administrators' && reaches(user, 'administration'))

/** A person has no more of them: the list that a browser is sent stays short. */
export const MAX_PASSKEYS = 20

/** In code points, as names of people count. */
const MAX_PASSKEY_NAME = 80

/** The name of a passkey as it is kept; undefined for what is none. */
export function passkeyName(given: string): string | undefined {
  const name = tidyName(given)
  return nameRefusal(name) === null && [...name].length <= MAX_PASSKEY_NAME ? name : undefined
}

/** What somebody has beside their password. */
export interface Factors {
  /** the codes of an authenticator app, confirmed */
  totp: boolean
  passkeys: number
  /** the school asks one of this person beside their password */
  required: boolean
}

/**
 * Whether a right password is followed by a second factor. A passkey is first of all a way in by itself: who added one
 * for that is not asked for it beside their password, unless the school asks one of them or they set up codes.
 */
export const asksSecondFactor = ({ totp, passkeys, required }: Factors): boolean => totp || (required && passkeys > 0)

/** Whether the school asks one of them and they have none: it is made by a mailed link. */
export const lacksSecondFactor = ({ totp, passkeys, required }: Factors): boolean => required && !totp && passkeys === 0

/** Whether what they have is the only one that the school asks: it can't be removed before there is another. */
export const isLastFactor = ({ totp, passkeys, required }: Factors): boolean =>
  required && Number(totp) + passkeys === 1

/** Whether a password is enough to prove again who somebody is: not of who has something that is stronger. */
export const provesByPassword = ({ totp, passkeys }: Omit<Factors, 'required'>): boolean => !totp && passkeys === 0
