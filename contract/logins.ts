import type { z } from 'zod'
import { endpoint, type QueryOf, type ReplyOf } from './endpoint.ts'
import type * as schemas from './logins.schema.ts'
import type { ErrorReply } from './refusals.ts'

export const getLoginOptions = endpoint<typeof schemas.getLoginOptionsSchemas>('GET', '/login_options')

/** Opened as a page: leads to the school's provider. `return` is a path of the app, to which its answer leads. */
export const beginSchoolLogin = endpoint<typeof schemas.beginSchoolLoginSchemas>('GET', '/school_login')
/** Where the provider leads back to: and on to the app, with `#school-code=…` or `#school-error=…`. */
export const endSchoolLogin = endpoint<typeof schemas.endSchoolLoginSchemas>('GET', '/school_login/callback')
export type FromProvider = QueryOf<typeof endSchoolLogin>
/** Opened as a page, by the user's link `end_school_login`: leads to where the provider ends its session, and back. */
export const leaveSchool = endpoint<typeof schemas.leaveSchoolSchemas>('GET', '/school_login/end')
/** The provider ends a login of its own (OpenID Connect Back-Channel Logout 1.0). */
export const endLoginFromSchool = endpoint<typeof schemas.endLoginFromSchoolSchemas>(
  'POST',
  '/school_login/backchannel_logout',
)
/** In the browser that began it, once. 401 `school-code-unknown`. */
export const exchangeSchoolCode = endpoint<typeof schemas.exchangeSchoolCodeSchemas>('POST', '/school_login/token')

/**
 * Refusal by login_check (403 `second-factor-needed`) when the password was right: with the ticket and a factor the
 * login goes on.
 */
export interface SecondFactorNeeded extends ErrorReply, z.output<typeof schemas.askedFactorSchema> {
  reason: 'second-factor-needed'
}

/** 422 `second-factor-wrong`; 401 `second-factor-over` once it was tried five times or ten minutes passed. */
export const giveSecondFactor = endpoint<typeof schemas.giveSecondFactorSchemas>('POST', '/login_check/second_factor')

/** A challenge for any passkey of this site, without a name being typed. */
export const getPasskeyChallenge = endpoint<typeof schemas.getPasskeyChallengeSchemas>('POST', '/passkey_login/options')
/** 422 `passkey-refused`. */
export const logInByPasskey = endpoint<typeof schemas.logInByPasskeySchemas>('POST', '/passkey_login')

/** Begins a first second factor, with the mailed link. 404 `factor-link-unknown`. */
export const beginSecondFactor = endpoint<typeof schemas.beginSecondFactorSchemas>('POST', '/second_factor/begin')
/** Makes it, once, and logs in by it; the recovery codes are in this answer only. */
export const makeSecondFactor = endpoint<typeof schemas.makeSecondFactorSchemas>('POST', '/second_factor')

/** For oneself and for administrators; by the user's link `login_methods`. */
export const getLoginMethods = endpoint<typeof schemas.getLoginMethodsSchemas>('GET', '/user/:id/login_methods')

export const getPasskeyOptions = endpoint<typeof schemas.getPasskeyOptionsSchemas>(
  'POST',
  '/user/:id/passkeys/options',
  { kind: 'own-protocol' },
)
export const addPasskey = endpoint<typeof schemas.addPasskeySchemas>('POST', '/user/:id/passkeys')
export type LoginMethodsReply = ReplyOf<typeof addPasskey>
export const editPasskey = endpoint<typeof schemas.editPasskeySchemas>('PUT', '/passkey/:id')
export const deletePasskey = endpoint<typeof schemas.deletePasskeySchemas>('DELETE', '/passkey/:id')
export const beginTotp = endpoint<typeof schemas.beginTotpSchemas>('POST', '/user/:id/totp/begin', {
  kind: 'own-protocol',
})
export const addTotp = endpoint<typeof schemas.addTotpSchemas>('POST', '/user/:id/totp')
export const removeTotp = endpoint<typeof schemas.removeTotpSchemas>('DELETE', '/user/:id/totp')
export const renewRecoveryCodes = endpoint<typeof schemas.renewRecoveryCodesSchemas>('POST', '/user/:id/recovery_codes')
/** Removes a colleague's passkeys, authenticator and recovery codes, ends all their logins and notifies them. */
export const resetSecondFactor = endpoint<typeof schemas.resetSecondFactorSchemas>('DELETE', '/user/:id/second_factor')

/** Gives where to go; the browser keeps by a cookie that it was here that it began. */
export const linkSchoolLogin = endpoint<typeof schemas.linkSchoolLoginSchemas>('POST', '/user/:id/school_login')
/** Unlinks the school login of a colleague, or one's own where another login method remains. */
export const unlinkSchoolLogin = endpoint<typeof schemas.unlinkSchoolLoginSchemas>('DELETE', '/user/:id/school_login')

export const getStepUpOptions = endpoint<typeof schemas.getStepUpOptionsSchemas>('POST', '/step_up/options', {
  kind: 'own-protocol',
})
/** Proves again who one is: what refused with 403 `login-too-old` may then be sent again. */
export const stepUp = endpoint<typeof schemas.stepUpSchemas>('POST', '/step_up', { kind: 'own-protocol' })

export const listLoginNotices = endpoint<typeof schemas.listLoginNoticesSchemas>('GET', '/login_notices')
export const settleLoginNotice = endpoint<typeof schemas.settleLoginNoticeSchemas>('DELETE', '/login_notice/:id')
export const listBarredLogins = endpoint<typeof schemas.listBarredLoginsSchemas>('GET', '/barred_logins')
/** The person may log in again, and gets a new account by that. */
export const liftBarredLogin = endpoint<typeof schemas.liftBarredLoginSchemas>('DELETE', '/barred_login/:id')
