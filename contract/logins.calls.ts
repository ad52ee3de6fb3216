import { z } from 'zod'
import { passwordSchema } from '#domain/accounts/account.schema.ts'
import { exactTextSchema, textSchema } from '#domain/entities/entity.schema.ts'
import {
  barredLoginSchema,
  type LoginMethods,
  loginMethodsSchema,
  loginNoticeSchema,
  loginOptionsSchema,
  type PasskeyJson,
  passkeyJsonSchema,
  proofSchema,
  secondFactorSchema,
  stepUpOptionsSchema,
  type TotpStart,
  totpStartSchema,
} from '#domain/logins/login.schema.ts'
import { loginRefusalTexts } from '#domain/logins/login.texts.ts'
import { sessionTokensSchema } from '#domain/sessions/session.schema.ts'
import { read, write } from './call.schema.ts'
import { entityReplySchema, exampleLink, listReplySchema, shown } from './endpoint.schema.ts'
import type { QueryOf, ReplyOf } from './endpoint.ts'
import { because, byLetter, everybody, isLogin, staff } from './proofs.ts'
import type { RefusalWith } from './refusals.ts'

const at = '2026-03-01T08:00:00.000Z'
const label = 'Inloggen met je schoolaccount'
const password = 'krijtbord-passer-9'
const code = '492039'
/** Secret of a link, of a ticket or of a pending login: at most 256 bits, as letters. */
const secretSchema = exactTextSchema(200).min(1)
const secret = 'tVn5cK2mQx8sLr0wYb4dHz7jFg9pUa1eTo3iRk6vXqE'

/** Challenge for a passkey and the browser's answer: a library reads the other fields of both. */
const asked: PasskeyJson = { challenge: 'Zm9vYmFyYmF6', rpId: 'toetsen.example', userVerification: 'required' }
const answered: PasskeyJson = { id: 'q83vEjRWeJA', rawId: 'q83vEjRWeJA', type: 'public-key', response: {} }
const optionsSchema = shown(z.object({ options: passkeyJsonSchema }), { options: asked })

const exampleTotp: TotpStart = {
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Wiskunde%20inschrijven:vera.dewit@school.example?secret=JBSWY3DPEHPK3PXP&issuer=Wiskunde%20inschrijven',
}
shown(totpStartSchema, exampleTotp)

const exampleMethods: LoginMethods = {
  password: true,
  school: { label, linked_at: at, last_used_at: at, _links: { delete: exampleLink('DELETE', '/user/7/school_login') } },
  passkeys: [
    {
      id: 3,
      name: 'Telefoon',
      backed_up: true,
      created_at: at,
      last_used_at: null,
      _links: { edit: exampleLink('PUT', '/passkey/3'), delete: exampleLink('DELETE', '/passkey/3') },
    },
  ],
  totp: { created_at: at },
  recovery_codes_left: 10,
  second_factor_required: true,
  _links: {
    change_password: exampleLink('PUT', '/user/7/password'),
    passkey_options: exampleLink('POST', '/user/7/passkeys/options'),
    add_passkey: exampleLink('POST', '/user/7/passkeys'),
    remove_totp: exampleLink('DELETE', '/user/7/totp'),
    renew_recovery_codes: exampleLink('POST', '/user/7/recovery_codes'),
  },
}
shown(loginMethodsSchema, exampleMethods)

/** Reply to all edits: the current methods, and new codes if there are any, which are in this answer only. */
const methodsReplySchema = z.object({
  entity: loginMethodsSchema,
  recovery_codes: z.array(z.string()).optional(),
})

export const getLoginOptions = read('/login_options', {
  reach: 'anybody',
  summary: 'What a visitor may log in by',
  reply: shown(loginOptionsSchema, {
    password: 'on',
    school: { label, available: true, href: '/api/v1/school_login' },
  }),
})

const pageReply = () => shown(z.string(), '')

export const beginSchoolLogin = read('/school_login', {
  reach: 'anybody',
  summary: 'Begin a login by the school: leads to its provider',
  statuses: [302],
  querystring: z.object({ return: exactTextSchema(2_000).optional() }),
  reply: pageReply(),
})

/** Some providers have long codes. */
const givenSchema = exactTextSchema(4_000)

/** Has a code, or the reason for having none (OpenID Connect Core §3.1.2); the provider's other parameters are not read. */
export const endSchoolLogin = read('/school_login/callback', {
  reach: 'anybody',
  summary: 'Where the provider leads back to: leads on to the app',
  statuses: [302],
  querystring: shown(
    z.object({
      state: givenSchema.optional(),
      code: givenSchema.optional(),
      iss: givenSchema.optional(),
      error: givenSchema.optional(),
    }),
    { code: 'xS7bq', state: secret },
  ),
  reply: pageReply(),
})

export const leaveSchool = read('/school_login/end', {
  reach: 'anybody',
  summary: 'Lead to where the provider ends its own session, and back to the app',
  statuses: [302],
  reply: pageReply(),
})

/** OpenID Connect Back-Channel Logout 1.0. */
export const endLoginFromSchool = write('POST', '/school_login/backchannel_logout', {
  reach: 'anybody',
  proof: 'not a person',
  summary: 'The provider says that a login of its own ended; its token is a field of a form',
  reasons: ['too-many-requests', 'school-unavailable'],
  body: shown(z.object({ logout_token: exactTextSchema(10_000).min(1) }), {
    logout_token: 'eyJ0eXAiOiJsb2dvdXQrand0In0',
  }),
  reply: pageReply(),
})

export const exchangeSchoolCode = write('POST', '/school_login/token', {
  reach: 'anybody',
  proof: isLogin,
  summary: 'Exchange the code of a login by the school for tokens, in the browser that began it',
  reasons: ['school-code-unknown', 'too-many-requests'],
  body: shown(z.object({ code: secretSchema }), { code: secret }),
  reply: sessionTokensSchema,
})

/** 401 `second-factor-over` after five attempts or ten minutes. */
export const giveSecondFactor = write('POST', '/login_check/second_factor', {
  reach: 'anybody',
  proof: isLogin,
  summary: 'Go on with a login whose password was right, by a code or a passkey',
  reasons: ['second-factor-wrong', 'passkey-refused', 'second-factor-over', 'too-many-requests'],
  body: shown(
    z.object({ ticket: secretSchema, ...proofSchema.pick({ code: true, recovery_code: true, passkey: true }).shape }),
    { ticket: secret, code },
  ),
  reply: sessionTokensSchema,
})

export const getPasskeyChallenge = write('POST', '/passkey_login/options', {
  reach: 'anybody',
  proof: isLogin,
  summary: 'What your browser asks any passkey of this site, before anybody said who they are',
  reply: optionsSchema,
})

export const logInByPasskey = write('POST', '/passkey_login', {
  reach: 'anybody',
  proof: isLogin,
  summary: 'Log in by a passkey alone',
  reasons: ['passkey-refused', 'too-many-requests'],
  body: shown(z.object({ passkey: passkeyJsonSchema }), { passkey: answered }),
  reply: sessionTokensSchema,
})

export const beginSecondFactor = write('POST', '/second_factor/begin', {
  reach: 'anybody',
  proof: byLetter,
  summary: 'What a first second factor is made with, by the key of a letter, which it does not use up',
  reasons: ['factor-link-unknown', 'too-many-requests'],
  body: shown(z.object({ key: secretSchema }), { key: secret }),
  reply: shown(z.object({ username: z.string(), totp: totpStartSchema, passkey: passkeyJsonSchema }), {
    username: 'vera.dewit@school.example',
    totp: exampleTotp,
    passkey: asked,
  }),
})

const recoveryCodes = ['k7mq-2x9d-h4vt-p8wn-c3rs-7yqe-m5ka', 'p4tc-8w6n-x2bd-q9jf-5mgh-v7ry-3eks']
const codeSchema = textSchema(64)
const nameSchema = textSchema(500)

export const makeSecondFactor = write('POST', '/second_factor', {
  reach: 'anybody',
  proof: byLetter,
  summary: 'Make a first second factor by the key of a letter, and log in by it',
  reasons: [
    'factor-link-unknown',
    'second-factor-wrong',
    'passkey-refused',
    'passkey-known',
    'passkeys-full',
    'passkey-name-missing',
    'too-many-requests',
  ],
  body: shown(
    z.object({
      key: secretSchema,
      code: codeSchema.optional(),
      passkey: passkeyJsonSchema.optional(),
      name: nameSchema.optional(),
    }),
    { key: secret, code },
  ),
  reply: shown(z.object({ ...sessionTokensSchema.shape, recovery_codes: z.array(z.string()) }), {
    token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.T3l2bWVyc2xhZ2VuLXZvb3JiZWVsZA',
    refresh_token: secret,
    recovery_codes: recoveryCodes,
  }),
})

export const getLoginMethods = read('/user/:id/login_methods', {
  reach: 'self-or-administration',
  summary: 'By what somebody logs in: for themselves and for administrators',
  reply: loginMethodsSchema,
})

export const getPasskeyOptions = write('POST', '/user/:id/passkeys/options', {
  kind: 'own-protocol',
  reach: 'self',
  proof: everybody,
  summary: 'What your browser makes a new passkey with',
  reply: optionsSchema,
})

export const addPasskey = write('POST', '/user/:id/passkeys', {
  reach: 'self',
  proof: everybody,
  summary: 'Add a passkey that your browser made',
  reasons: ['passkey-refused', 'passkey-known', 'passkeys-full', 'passkey-name-missing'],
  reply: methodsReplySchema,
  body: shown(z.object({ name: nameSchema, passkey: passkeyJsonSchema }), { name: 'Telefoon', passkey: answered }),
})

export const editPasskey = write('PUT', '/passkey/:id', {
  reach: 'owner',
  proof: everybody,
  summary: 'Rename a passkey; not-found also when it is not yours',
  reasons: ['passkey-name-missing'],
  reply: methodsReplySchema,
  body: shown(z.object({ name: nameSchema }), { name: 'Telefoon' }),
})

export const deletePasskey = write('DELETE', '/passkey/:id', {
  reach: 'owner',
  proof: everybody,
  summary: 'Remove a passkey; not-found also when it is not yours',
  reasons: ['second-factor-last'],
  reply: methodsReplySchema,
})

export const beginTotp = write('POST', '/user/:id/totp/begin', {
  kind: 'own-protocol',
  reach: 'self',
  proof: everybody,
  summary: 'A new secret for your authenticator app, which counts once a code of it was right',
  reasons: ['not-found'],
  reply: totpStartSchema,
})

export const addTotp = write('POST', '/user/:id/totp', {
  reach: 'self',
  proof: everybody,
  summary: 'Take your authenticator app into use by its first code',
  reasons: ['second-factor-wrong'],
  reply: methodsReplySchema,
  body: shown(z.object({ code: codeSchema }), { code }),
})

export const removeTotp = write('DELETE', '/user/:id/totp', {
  reach: 'self',
  proof: everybody,
  summary: 'Remove your authenticator app',
  reasons: ['not-found', 'second-factor-last'],
  reply: methodsReplySchema,
})

export const renewRecoveryCodes = write('POST', '/user/:id/recovery_codes', {
  reach: 'self',
  proof: everybody,
  summary: 'Ten new recovery codes, in the place of those you have',
  reasons: ['not-found'],
  reply: shown(methodsReplySchema, { entity: exampleMethods, recovery_codes: recoveryCodes }),
})

export const resetSecondFactor = write('DELETE', '/user/:id/second_factor', {
  reach: 'administration',
  proof: everybody,
  summary: 'Take away passkeys, authenticator app and recovery codes of somebody who lost them, and end their logins',
  reasons: ['own-account'],
  reply: methodsReplySchema,
})

/** A cookie binds the flow to this browser. */
export const linkSchoolLogin = write('POST', '/user/:id/school_login', {
  reach: 'self',
  proof: everybody,
  summary: 'Begin at the school’s provider to make the login there yours; only this browser can end it',
  reasons: ['not-found', 'school-unavailable'],
  reply: shown(z.object({ href: z.string() }), { href: 'https://login.school.example/authorize?client_id=wiskunde' }),
})

export const unlinkSchoolLogin = write('DELETE', '/user/:id/school_login', {
  reach: 'self-or-administration',
  proof: everybody,
  summary: 'Take the login of the school away: of a colleague, or your own while another way in is left',
  reasons: ['school-login-last'],
  reply: methodsReplySchema,
})

/** Refusal of a change of one's own password: sentences about the new one, or a code about the current one. */
export const ownPasswordRefusalSchema = shown(
  z.object({
    message: z.string(),
    reason: z.union([z.object({ errors: z.array(z.string()) }), z.literal('current-password-wrong')]),
  }),
  { reason: 'current-password-wrong', message: loginRefusalTexts['current-password-wrong'] },
)

export const changeOwnPassword = write('PUT', '/user/:id/password', {
  kind: 'own-protocol',
  reach: 'self',
  /** students give their present password with the call */
  proof: staff,
  summary: 'Choose another password; ends your other logins, and this one goes on with new tokens',
  reasons: ['password-login-off', 'too-many-requests'],
  refusals: { 422: ownPasswordRefusalSchema },
  body: shown(
    z.object({
      current_password: passwordSchema,
      password: passwordSchema,
      password_repeat: passwordSchema,
    }),
    { current_password: 'oud-krijtbord-8', password, password_repeat: password },
  ),
  reply: sessionTokensSchema,
})

export const getStepUpOptions = write('POST', '/step_up/options', {
  kind: 'own-protocol',
  reach: 'account',
  admitsWeak: true,
  proof: because('is how a proof begins'),
  summary: 'What you can prove again by who you are; mails who must make a second factor first the link for it',
  reasons: ['second-factor-missing'],
  reply: shown(stepUpOptionsSchema, {
    password: true,
    totp: true,
    passkey: asked,
    school: { label, href: '/api/v1/school_login' },
  }),
})

export const stepUp = write('POST', '/step_up', {
  kind: 'own-protocol',
  reach: 'account',
  admitsWeak: true,
  proof: because('is the proof'),
  summary: 'Prove again who you are, by one of these; for what is refused as login-too-old',
  reasons: ['current-password-wrong', 'second-factor-wrong', 'passkey-refused', 'too-many-requests'],
  body: shown(proofSchema, { password }),
  reply: shown(z.object({ until: z.string() }), { until: '2026-03-10T09:15:00.000Z' }),
})

shown(loginNoticeSchema, {
  id: 4,
  kind: 'number-taken',
  user: { id: 42, name: 'Noor Bos' },
  other: { id: 43, name: 'Daan Mulder' },
  created_at: at,
  _links: { settle: exampleLink('DELETE', '/login_notice/4') },
})

export const listLoginNotices = read('/login_notices', {
  reach: 'administration',
  summary: 'What logins by the school met and nobody settled yet, the latest first: for administrators',
  reply: listReplySchema(loginNoticeSchema),
})

export const settleLoginNotice = write('DELETE', '/login_notice/:id', {
  reach: 'administration',
  proof: because('puts a notice aside, and changes nobody'),
  summary: 'Settle what a login met: it comes back only if somebody else is concerned',
  reply: entityReplySchema(loginNoticeSchema),
})

shown(barredLoginSchema, {
  id: 2,
  code: 'K7MQ-2X9D',
  barred_at: at,
  last_tried_at: null,
  _links: { delete: exampleLink('DELETE', '/barred_login/2') },
})

export const listBarredLogins = read('/barred_logins', {
  reach: 'administration',
  summary: 'Logins by the school of deleted accounts, who tried last first: for administrators',
  reply: listReplySchema(barredLoginSchema),
})

export const liftBarredLogin = write('DELETE', '/barred_login/:id', {
  reach: 'administration',
  proof: staff,
  summary: 'Let somebody in again whose account was deleted: they get a new one',
  reply: entityReplySchema(barredLoginSchema),
})

export const askedFactorSchema = z.object({
  ticket: z.string(),
  factors: z.array(secondFactorSchema),
  /** challenge for a passkey, or null */
  passkey: passkeyJsonSchema.nullable(),
})
export const exampleSecondFactor: z.output<typeof askedFactorSchema> = {
  ticket: secret,
  factors: ['totp', 'recovery-code'],
  passkey: null,
}

export type FromProvider = QueryOf<typeof endSchoolLogin>

/** Refusal after a right password (403 of login_check): the login continues with the ticket and a factor. */
export type SecondFactorNeeded = RefusalWith<'second-factor-needed', typeof askedFactorSchema>

export type LoginMethodsReply = ReplyOf<typeof addPasskey>
