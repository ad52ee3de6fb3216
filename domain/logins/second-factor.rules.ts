import { type Role, reaches } from '#domain/users/roles.ts'
import { nameRefusal, tidyName } from '#domain/users/user-edit.rules.ts'
import type { Factor, LoginMethod, PasswordLogin, SecondFactorFor } from './login.schema.ts'

/** Whether this person may log in by a password under the school's setting `passwords`. */
export const passwordLetsIn = (passwords: PasswordLogin, user: { roles: readonly Role[] }): boolean =>
  passwords === 'on' || (passwords === 'administrators' && reaches(user, 'administration'))

/** Whether the school asks a second factor of this person. */
export const isFactorRequired = (secondFactorFor: SecondFactorFor, user: { roles: readonly Role[] }): boolean =>
  secondFactorFor === 'administrators' && reaches(user, 'administration')

const methodFactors = {
  password: ['password'],
  'password-and-totp': ['password', 'totp'],
  'password-and-passkey': ['password', 'passkey'],
  'password-and-recovery-code': ['password', 'recovery-code'],
  passkey: ['passkey'],
  school: ['school'],
} satisfies Record<LoginMethod, Factor[]>

/** Factors that a login by this method proved. */
export const factorsOfMethod = (method: LoginMethod): readonly Factor[] => methodFactors[method]

interface JudgedSession {
  method: LoginMethod
  /** null where it is not known what the session was proved by */
  factors: readonly Factor[] | null
  roles: readonly Role[]
}

interface LoginSettings {
  passwords: PasswordLogin
  secondFactorFor: SecondFactorFor
}

/**
 * Judges a session by the current settings, which may be stricter than at its login (decision 55):
 *
 * - `enough`: it goes on
 *
 * - `too-weak`: it goes on once its person proved more than a password
 *
 * - `method-off`: it is over, since this person may no longer log in that way
 */
export function judgeSession(
  { method, factors, roles }: JudgedSession,
  { passwords, secondFactorFor }: LoginSettings,
): 'enough' | 'too-weak' | 'method-off' {
  if (factorsOfMethod(method).includes('password') && !passwordLetsIn(passwords, { roles })) return 'method-off'
  return isFactorRequired(secondFactorFor, { roles }) && !isStrong(factors) ? 'too-weak' : 'enough'
}

/** Whether more than a password was proved. */
export const isStrong = (factors: readonly Factor[] | null): boolean =>
  factors?.some((factor) => factor !== 'password') ?? false

/** A person has no more of them: the list that a browser is sent stays short. */
export const MAX_PASSKEYS = 20

/** In code points, as names of people count. */
const MAX_PASSKEY_NAME = 80

/** The name of a passkey as it is kept; undefined for what is none. */
export function passkeyName(given: string): string | undefined {
  const name = tidyName(given)
  return nameRefusal(name) === null && [...name].length <= MAX_PASSKEY_NAME ? name : undefined
}

/** Factors of a person beside their password. */
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
