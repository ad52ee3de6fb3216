import { type Role, reaches } from '#domain/users/roles.ts'
import { nameRefusal, tidyName } from '#domain/users/user-edit.rules.ts'
import type { Factor, LoginMethod, PasswordLogin, SecondFactorFor } from './login.schema.ts'

/** Whether this user may log in with a password under the school's setting `passwords`. */
export const passwordLetsIn = (passwords: PasswordLogin, user: { roles: readonly Role[] }): boolean =>
  passwords === 'on' || (passwords === 'administrators' && reaches(user, 'administration'))

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

export const factorsOfMethod = (method: LoginMethod): readonly Factor[] => methodFactors[method]

interface JudgedSession {
  method: LoginMethod
  /** null if it is unknown by which factors the session was proved */
  factors: readonly Factor[] | null
  roles: readonly Role[]
}

/**
 * Judges a session by the current settings, which may be stricter than at its login:
 *
 * - `enough`: it continues
 * - `too-weak`: it continues once its user proves more than a password
 * - `method-off`: it ends, since this user may no longer log in that way
 */
export function judgeSession(
  { method, factors, roles }: JudgedSession,
  { passwords, secondFactorFor }: { passwords: PasswordLogin; secondFactorFor: SecondFactorFor },
): 'enough' | 'too-weak' | 'method-off' {
  if (factorsOfMethod(method).includes('password') && !passwordLetsIn(passwords, { roles })) return 'method-off'
  return isFactorRequired(secondFactorFor, { roles }) && !isStrong(factors) ? 'too-weak' : 'enough'
}

export const isStrong = (factors: readonly Factor[] | null): boolean =>
  factors?.some((factor) => factor !== 'password') ?? false

/** Most passkeys of a user, so that the list sent to a browser stays short. */
export const MAX_PASSKEYS = 20

/** Code points, as for names of people. */
const MAX_PASSKEY_NAME = 80

/** Name of a passkey as stored; undefined if it is not a name. */
export function passkeyName(given: string): string | undefined {
  const name = tidyName(given)
  return nameRefusal(name) === null && [...name].length <= MAX_PASSKEY_NAME ? name : undefined
}

export interface Factors {
  /** has a confirmed authenticator app */
  totp: boolean
  passkeys: number
  required: boolean
}

/**
 * Whether a right password must be followed by a second factor. A passkey is mainly a way to log in without password: a user
 * who added one is not asked for it after their password, unless the school requires a second factor or they set up codes.
 */
export const asksSecondFactor = ({ totp, passkeys, required }: Factors): boolean => totp || (required && passkeys > 0)

/** Whether the school requires a second factor and they have none: they make it through a mailed link. */
export const lacksSecondFactor = ({ totp, passkeys, required }: Factors): boolean => required && !totp && passkeys === 0

/** Whether they have only one required factor: it can't be removed before they add another. */
export const isLastFactor = ({ totp, passkeys, required }: Factors): boolean =>
  required && Number(totp) + passkeys === 1

/** Whether a password is enough to prove one's identity again: not for users with something stronger. */
export const provesByPassword = ({ totp, passkeys }: Omit<Factors, 'required'>): boolean => !totp && passkeys === 0
