import { endpoint, type QueryOf, type ReplyOf } from './endpoint.ts'
import type * as schemas from './logins.schema.ts'
import type { RefusalWith } from './refusals.ts'

export const getLoginOptions = endpoint<typeof schemas.getLoginOptionsSchemas>('GET', '/login_options')

/** Opened as a page: redirects to the school's provider. `return` is the path of the app to go to afterwards. */
export const beginSchoolLogin = endpoint<typeof schemas.beginSchoolLoginSchemas>('GET', '/school_login')
/** The provider redirects here; redirects on to the app, with `#school-code=…` or `#school-error=…`. */
export const endSchoolLogin = endpoint<typeof schemas.endSchoolLoginSchemas>('GET', '/school_login/callback')
export type FromProvider = QueryOf<typeof endSchoolLogin>
/** Opened as a page: redirects to where the provider ends its session, and back. The user's link `end_school_login`. */
export const leaveSchool = endpoint<typeof schemas.leaveSchoolSchemas>('GET', '/school_login/end')
/** Called by the provider to end one of its sessions (OpenID Connect Back-Channel Logout 1.0). */
export const endLoginFromSchool = endpoint<typeof schemas.endLoginFromSchoolSchemas>(
  'POST',
  '/school_login/backchannel_logout',
)
/** Exchanges the code for tokens, once, in the browser that began the login. 401 `school-code-unknown`. */
export const exchangeSchoolCode = endpoint<typeof schemas.exchangeSchoolCodeSchemas>('POST', '/school_login/token')

/**
 * Refusal of login_check (403 `second-factor-needed`) after a right password: the login continues with the ticket and a factor.
 */
export type SecondFactorNeeded = RefusalWith<'second-factor-needed', typeof schemas.askedFactorSchema>

/** Continues a login. 422 `second-factor-wrong`; 401 `second-factor-over` after five attempts or ten minutes. */
export const giveSecondFactor = endpoint<typeof schemas.giveSecondFactorSchemas>('POST', '/login_check/second_factor')

/** Returns a challenge for any passkey of this site, without a username. */
export const getPasskeyChallenge = endpoint<typeof schemas.getPasskeyChallengeSchemas>('POST', '/passkey_login/options')
/** Logs in with a passkey. 422 `passkey-refused`. */
export const logInByPasskey = endpoint<typeof schemas.logInByPasskeySchemas>('POST', '/passkey_login')

/** Begins to set up a first second factor, with a mailed link. 404 `factor-link-unknown`. */
export const beginSecondFactor = endpoint<typeof schemas.beginSecondFactorSchemas>('POST', '/second_factor/begin')
/** Sets up the factor, once, and logs in; the recovery codes are in this answer only. */
export const makeSecondFactor = endpoint<typeof schemas.makeSecondFactorSchemas>('POST', '/second_factor')

/** Returns login methods: one's own, or anybody's for administrators. The user's link `login_methods`. */
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
/** Removes a colleague's passkeys, authenticator and recovery codes, ends all their sessions and notifies them. */
export const resetSecondFactor = endpoint<typeof schemas.resetSecondFactorSchemas>('DELETE', '/user/:id/second_factor')

/** Returns the address to go to; a cookie binds the flow to this browser. */
export const linkSchoolLogin = endpoint<typeof schemas.linkSchoolLoginSchemas>('POST', '/user/:id/school_login')
/** Unlinks the school login of a colleague, or one's own if another login method remains. */
export const unlinkSchoolLogin = endpoint<typeof schemas.unlinkSchoolLoginSchemas>('DELETE', '/user/:id/school_login')

export const getStepUpOptions = endpoint<typeof schemas.getStepUpOptionsSchemas>('POST', '/step_up/options', {
  kind: 'own-protocol',
})
/** Confirms one's identity: a call refused with 403 `login-too-old` may then be sent again. */
export const stepUp = endpoint<typeof schemas.stepUpSchemas>('POST', '/step_up', { kind: 'own-protocol' })

export const listLoginNotices = endpoint<typeof schemas.listLoginNoticesSchemas>('GET', '/login_notices')
export const settleLoginNotice = endpoint<typeof schemas.settleLoginNoticeSchemas>('DELETE', '/login_notice/:id')
export const listBarredLogins = endpoint<typeof schemas.listBarredLoginsSchemas>('GET', '/barred_logins')
/** Lets the person log in again, which makes a new account. */
export const liftBarredLogin = endpoint<typeof schemas.liftBarredLoginSchemas>('DELETE', '/barred_login/:id')
