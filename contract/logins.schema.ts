import { z } from 'zod'
import { passwordSchema } from '#domain/accounts/account.schema.ts'
import { exactTextSchema, textSchema } from '#domain/entities/text.schema.ts'
import {
  type BarredLogin,
  barredLoginSchema,
  type LoginMethods,
  type LoginNotice,
  loginMethodsSchema,
  loginNoticeSchema,
  loginOptionsSchema,
  type PasskeyJson,
  passkeyJsonSchema,
  proofSchema,
  type StepUpOptions,
  secondFactorSchema,
  stepUpOptionsSchema,
  type TotpStart,
  totpStartSchema,
} from '#domain/logins/login.schema.ts'
import { loginRefusalTexts } from '#domain/logins/login.texts.ts'
import { sessionTokensSchema } from '#domain/sessions/session.schema.ts'
import { byIdSchema, entityReplySchema, exampleLink, listReplySchema, shown } from './endpoint.schema.ts'

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

/** Schemas of a call with only a user id. */
const changed = { params: byIdSchema, reply: methodsReplySchema }

export const getLoginOptionsSchemas = {
  reply: shown(loginOptionsSchema, {
    password: 'on',
    school: { label, available: true, href: '/api/v1/school_login' },
  }),
}

const pageReply = () => shown(z.string(), '')

export const beginSchoolLoginSchemas = {
  querystring: z.object({ return: exactTextSchema(2_000).optional() }),
  reply: pageReply(),
}

/** Some providers have long codes. */
const givenSchema = exactTextSchema(4_000)

/** Has a code, or the reason for having none (OpenID Connect Core §3.1.2); the provider's other parameters are not read. */
export const endSchoolLoginSchemas = {
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
}

export const leaveSchoolSchemas = { reply: pageReply() }

export const endLoginFromSchoolSchemas = {
  body: shown(z.object({ logout_token: exactTextSchema(10_000).min(1) }), {
    logout_token: 'eyJ0eXAiOiJsb2dvdXQrand0In0',
  }),
  reply: pageReply(),
}

export const exchangeSchoolCodeSchemas = {
  body: shown(z.object({ code: secretSchema }), { code: secret }),
  reply: sessionTokensSchema,
}

export const giveSecondFactorSchemas = {
  body: shown(
    z.object({ ticket: secretSchema, ...proofSchema.pick({ code: true, recovery_code: true, passkey: true }).shape }),
    { ticket: secret, code },
  ),
  reply: sessionTokensSchema,
}

export const getPasskeyChallengeSchemas = {
  reply: optionsSchema,
}

export const logInByPasskeySchemas = {
  body: shown(z.object({ passkey: passkeyJsonSchema }), { passkey: answered }),
  reply: sessionTokensSchema,
}

export const beginSecondFactorSchemas = {
  body: shown(z.object({ key: secretSchema }), { key: secret }),
  reply: shown(z.object({ username: z.string(), totp: totpStartSchema, passkey: passkeyJsonSchema }), {
    username: 'vera.dewit@school.example',
    totp: exampleTotp,
    passkey: asked,
  }),
}

const recoveryCodes = ['k7mq-2x9d', 'p4tc-8w6n']
const codeSchema = textSchema(64)
const nameSchema = textSchema(500)

export const makeSecondFactorSchemas = {
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
}

export const getLoginMethodsSchemas = {
  params: byIdSchema,
  reply: loginMethodsSchema,
}

export const getPasskeyOptionsSchemas = {
  params: byIdSchema,
  reply: optionsSchema,
}

export const addPasskeySchemas = {
  ...changed,
  body: shown(z.object({ name: nameSchema, passkey: passkeyJsonSchema }), { name: 'Telefoon', passkey: answered }),
}

export const editPasskeySchemas = {
  ...changed,
  body: shown(z.object({ name: nameSchema }), { name: 'Telefoon' }),
}

export const deletePasskeySchemas = changed

export const beginTotpSchemas = {
  params: byIdSchema,
  reply: totpStartSchema,
}

export const addTotpSchemas = {
  ...changed,
  body: shown(z.object({ code: codeSchema }), { code }),
}

export const removeTotpSchemas = changed

export const renewRecoveryCodesSchemas = {
  params: byIdSchema,
  reply: shown(methodsReplySchema, { entity: exampleMethods, recovery_codes: recoveryCodes }),
}

export const resetSecondFactorSchemas = changed

export const linkSchoolLoginSchemas = {
  params: byIdSchema,
  reply: shown(z.object({ href: z.string() }), { href: 'https://login.school.example/authorize?client_id=wiskunde' }),
}

export const unlinkSchoolLoginSchemas = changed

export const changeOwnPasswordSchemas = {
  params: byIdSchema,
  body: shown(
    z.object({
      current_password: passwordSchema,
      password: passwordSchema,
      password_repeat: passwordSchema,
    }),
    { current_password: 'oud-krijtbord-8', password, password_repeat: password },
  ),
  reply: sessionTokensSchema,
}

/** Refusal of a change of one's own password: sentences about the new one, or a code about the current one. */
export const ownPasswordRefusalSchema = shown(
  z.object({
    message: z.string(),
    reason: z.union([z.object({ errors: z.array(z.string()) }), z.literal('current-password-wrong')]),
  }),
  { reason: 'current-password-wrong', message: loginRefusalTexts['current-password-wrong'] },
)

const exampleStepUp: StepUpOptions = {
  password: true,
  totp: true,
  passkey: asked,
  school: { label, href: '/api/v1/school_login' },
}

export const getStepUpOptionsSchemas = {
  reply: shown(stepUpOptionsSchema, exampleStepUp),
}

export const stepUpSchemas = {
  body: shown(proofSchema, { password }),
  reply: shown(z.object({ until: z.string() }), { until: '2026-03-10T09:15:00.000Z' }),
}

const exampleNotice: LoginNotice = {
  id: 4,
  kind: 'number-taken',
  user: { id: 42, name: 'Noor Bos' },
  other: { id: 43, name: 'Daan Mulder' },
  created_at: at,
  _links: { settle: exampleLink('DELETE', '/login_notice/4') },
}
shown(loginNoticeSchema, exampleNotice)

export const listLoginNoticesSchemas = {
  reply: listReplySchema(loginNoticeSchema),
}

export const settleLoginNoticeSchemas = {
  params: byIdSchema,
  reply: entityReplySchema(loginNoticeSchema),
}

const exampleBarred: BarredLogin = {
  id: 2,
  code: 'K7MQ-2X9D',
  barred_at: at,
  last_tried_at: null,
  _links: { delete: exampleLink('DELETE', '/barred_login/2') },
}
shown(barredLoginSchema, exampleBarred)

export const listBarredLoginsSchemas = {
  reply: listReplySchema(barredLoginSchema),
}

export const liftBarredLoginSchemas = {
  params: byIdSchema,
  reply: entityReplySchema(barredLoginSchema),
}

/** Details of `second-factor-needed`. */
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
