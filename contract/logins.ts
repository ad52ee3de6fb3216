import type {
  BarredLogin,
  LoginMethods,
  LoginNotice,
  LoginOptions,
  PasskeyJson,
  Proof,
  SecondFactor,
  StepUpOptions,
  TotpStart,
} from '#domain/logins/login.schema.ts'
import type { SessionTokens } from '#domain/sessions/session.schema.ts'
import { type ById, type EntityReply, endpoint, type ListReply } from './endpoint.ts'
import type { ErrorReply } from './refusals.ts'

export const getLoginOptions = endpoint<{ reply: LoginOptions }>('GET', '/login_options')

/** Opened as a page: leads to the school's provider. `return` is a path of the app, to which its answer leads. */
export const beginSchoolLogin = endpoint<{ query: { return?: string }; reply: string }>('GET', '/school_login')
/** With a code, or with why there is none (OpenID Connect Core §3.1.2); the rest of what it says is not read. */
export interface FromProvider {
  state?: string
  code?: string
  iss?: string
  error?: string
}
/** Where the provider leads back to: and on to the app, with `#school-code=…` or `#school-error=…`. */
export const endSchoolLogin = endpoint<{ query: FromProvider; reply: string }>('GET', '/school_login/callback')
/** Opened as a page, by the user's link `end_school_login`: leads to where the provider ends its session, and back. */
export const leaveSchool = endpoint<{ reply: string }>('GET', '/school_login/end')
/** The provider ends a login of its own (OpenID Connect Back-Channel Logout 1.0). */
export const endLoginFromSchool = endpoint<{ body: { logout_token: string }; reply: string }>(
  'POST',
  '/school_login/backchannel_logout',
)
/** In the browser that began it, once. 401 `school-code-unknown`. */
export const exchangeSchoolCode = endpoint<{ body: { code: string }; reply: SessionTokens }>(
  'POST',
  '/school_login/token',
)

/** What login_check refuses (403 `second-factor-needed`) when the password was right: with the ticket and a factor the login goes on. */
export interface SecondFactorNeeded extends ErrorReply {
  reason: 'second-factor-needed'
  ticket: string
  factors: SecondFactor[]
  /** what the browser asks a passkey, where there is one */
  passkey: PasskeyJson | null
}

/** 422 `second-factor-wrong`; 401 `second-factor-over` once it was tried five times or ten minutes passed. */
export const giveSecondFactor = endpoint<{
  body: { ticket: string } & Pick<Proof, 'code' | 'recovery_code' | 'passkey'>
  reply: SessionTokens
}>('POST', '/login_check/second_factor')

/** A challenge for any passkey of this site, without a name being typed. */
export const getPasskeyChallenge = endpoint<{ reply: { options: PasskeyJson } }>('POST', '/passkey_login/options')
/** 422 `passkey-refused`. */
export const logInByPasskey = endpoint<{ body: { passkey: PasskeyJson }; reply: SessionTokens }>(
  'POST',
  '/passkey_login',
)

/** By the mailed link: what a first second factor is made with. 404 `factor-link-unknown`. */
export const beginSecondFactor = endpoint<{
  body: { key: string }
  reply: { username: string; totp: TotpStart; passkey: PasskeyJson }
}>('POST', '/second_factor/begin')
/** Makes it, once, and logs in by it; the recovery codes are in this answer only. */
export const makeSecondFactor = endpoint<{
  body: { key: string; code?: string; passkey?: PasskeyJson; name?: string }
  reply: SessionTokens & { recovery_codes: string[] }
}>('POST', '/second_factor')

/** For oneself and for administrators; by the user's link `login_methods`. */
export const getLoginMethods = endpoint<{ params: ById; reply: LoginMethods }>('GET', '/user/:id/login_methods')

/** Answer of all edits: the methods as they are now, and new codes if any, which are in this answer only. */
export interface LoginMethodsReply extends EntityReply<LoginMethods> {
  recovery_codes?: string[]
}
export const getPasskeyOptions = endpoint<{ params: ById; reply: { options: PasskeyJson } }>(
  'POST',
  '/user/:id/passkeys/options',
  { kind: 'own-protocol' },
)
export const addPasskey = endpoint<{
  params: ById
  body: { name: string; passkey: PasskeyJson }
  reply: LoginMethodsReply
}>('POST', '/user/:id/passkeys')
export const editPasskey = endpoint<{ params: ById; body: { name: string }; reply: LoginMethodsReply }>(
  'PUT',
  '/passkey/:id',
)
export const deletePasskey = endpoint<{ params: ById; reply: LoginMethodsReply }>('DELETE', '/passkey/:id')
export const beginTotp = endpoint<{ params: ById; reply: TotpStart }>('POST', '/user/:id/totp/begin', {
  kind: 'own-protocol',
})
export const addTotp = endpoint<{ params: ById; body: { code: string }; reply: LoginMethodsReply }>(
  'POST',
  '/user/:id/totp',
)
export const removeTotp = endpoint<{ params: ById; reply: LoginMethodsReply }>('DELETE', '/user/:id/totp')
export const renewRecoveryCodes = endpoint<{ params: ById; reply: LoginMethodsReply }>(
  'POST',
  '/user/:id/recovery_codes',
)
/** By a colleague: passkeys, authenticator and recovery codes go, all logins end, the owner is notified. */
export const resetSecondFactor = endpoint<{ params: ById; reply: LoginMethodsReply }>(
  'DELETE',
  '/user/:id/second_factor',
)

/** Gives where to go; the browser keeps by a cookie that it was here that it began. */
export const linkSchoolLogin = endpoint<{ params: ById; reply: { href: string } }>('POST', '/user/:id/school_login')
/** By a colleague, or by oneself where another way in is left. */
export const unlinkSchoolLogin = endpoint<{ params: ById; reply: LoginMethodsReply }>(
  'DELETE',
  '/user/:id/school_login',
)

export const getStepUpOptions = endpoint<{ reply: StepUpOptions }>('POST', '/step_up/options', { kind: 'own-protocol' })
/** Proves again who one is: what refused with 403 `login-too-old` may then be sent again. */
export const stepUp = endpoint<{ body: Proof; reply: { until: string } }>('POST', '/step_up', { kind: 'own-protocol' })

export const listLoginNotices = endpoint<{ reply: ListReply<LoginNotice> }>('GET', '/login_notices')
export const settleLoginNotice = endpoint<{ params: ById; reply: EntityReply<LoginNotice> }>(
  'DELETE',
  '/login_notice/:id',
)
export const listBarredLogins = endpoint<{ reply: ListReply<BarredLogin> }>('GET', '/barred_logins')
/** The person may log in again, and gets a new account by that. */
export const liftBarredLogin = endpoint<{ params: ById; reply: EntityReply<BarredLogin> }>(
  'DELETE',
  '/barred_login/:id',
)
