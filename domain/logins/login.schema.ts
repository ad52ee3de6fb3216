import { z } from 'zod'
import { passwordSchema } from '#domain/accounts/account.schema.ts'
import { exactJsonSchema, idSchema, instantSchema, linkSchema, textSchema } from '#domain/entities/entity.schema.ts'

export const loginMethodSchema = z.enum([
  'password',
  'password-and-totp',
  'password-and-passkey',
  'password-and-recovery-code',
  'passkey',
  'school',
])
export type LoginMethod = z.infer<typeof loginMethodSchema>

/** Factors that can follow a password if it is not enough. */
export const secondFactorSchema = z.enum(['totp', 'passkey', 'recovery-code'])
export type SecondFactor = z.infer<typeof secondFactorSchema>

/** Factors that a session was proved by: at its login, and later within it. */
export const factorSchema = z.enum(['password', 'totp', 'passkey', 'recovery-code', 'school'])
export type Factor = z.infer<typeof factorSchema>

export const PASSWORD_LOGINS = ['on', 'administrators', 'off'] as const
export const passwordLoginSchema = z.enum(PASSWORD_LOGINS)
export type PasswordLogin = z.infer<typeof passwordLoginSchema>

export const secondFactorForSchema = z.enum(['off', 'administrators'])
export type SecondFactorFor = z.infer<typeof secondFactorForSchema>

/**
 * Kinds of tickets:
 * - `school-login`: a user is at the provider to log in, link or prove their identity again
 * - `school-code`: back from it; the browser exchanges this for tokens
 * - `second-factor`: the password was right, the second factor is awaited
 * - `factor-letter`: mailed link to make a first second factor
 * - `activation-reminder`: a letter was sent to remind of activation; it is only counted
 * - `challenge`: challenge that a passkey has answered
 * - `logout-token`: received notice of the provider that a login ended
 */
export type TicketKind =
  | 'school-login'
  | 'school-code'
  | 'second-factor'
  | 'factor-letter'
  | 'activation-reminder'
  | 'challenge'
  | 'logout-token'

export const loginNoticeKindSchema = z.enum(['number-taken', 'number-differs', 'address-taken'])
export type LoginNoticeKind = z.infer<typeof loginNoticeKindSchema>

export const loginOptionsSchema = z.object({
  password: passwordLoginSchema,
  school: z
    .object({
      label: z.string(),
      /** false while its provider is unavailable */
      available: z.boolean(),
      /** to be opened as a page, with `?return=` and a path of the app */
      href: z.string(),
    })
    .nullable(),
})
export type LoginOptions = z.infer<typeof loginOptionsSchema>

/** Passkey data in the form that browsers exchange (WebAuthn level 3, JSON), for the library that verifies them. */
export const passkeyJsonSchema = exactJsonSchema
export type PasskeyJson = z.infer<typeof passkeyJsonSchema>

const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  backed_up: z.boolean(),
  created_at: instantSchema,
  last_used_at: instantSchema.nullable(),
  _links: z.object({ edit: linkSchema.optional(), delete: linkSchema.optional() }),
})
export type Passkey = z.infer<typeof passkeySchema>

/** Login methods of a user, for the user and for administrators (without links that are only the user's). */
export const loginMethodsSchema = z.object({
  password: z.boolean(),
  school: z
    .object({
      label: z.string(),
      linked_at: instantSchema,
      last_used_at: instantSchema.nullable(),
      _links: z.object({ delete: linkSchema.optional() }),
    })
    .nullable(),
  passkeys: z.array(passkeySchema),
  totp: z.object({ created_at: instantSchema }).nullable(),
  recovery_codes_left: z.int().min(0),
  second_factor_required: z.boolean(),
  _links: z.object({
    /** only for one's own account */
    change_password: linkSchema.optional(),
    link_school: linkSchema.optional(),
    passkey_options: linkSchema.optional(),
    add_passkey: linkSchema.optional(),
    start_totp: linkSchema.optional(),
    add_totp: linkSchema.optional(),
    remove_totp: linkSchema.optional(),
    renew_recovery_codes: linkSchema.optional(),
    /** only for a colleague's account */
    reset_second_factor: linkSchema.optional(),
  }),
})
export type LoginMethods = z.infer<typeof loginMethodsSchema>

/** Secret of an authenticator app, to type, and as `otpauth:` address for a QR code. */
export const totpStartSchema = z.object({ secret: z.string(), uri: z.string() })
export type TotpStart = z.infer<typeof totpStartSchema>

/** Proof of identity by exactly one of these. */
export const proofSchema = z.object({
  password: passwordSchema.optional(),
  code: textSchema(64).optional(),
  recovery_code: textSchema(64).optional(),
  passkey: passkeyJsonSchema.optional(),
})
export type Proof = z.infer<typeof proofSchema>

export const stepUpOptionsSchema = z.object({
  password: z.boolean(),
  totp: z.boolean(),
  /** challenge for a passkey; null if the user has none */
  passkey: passkeyJsonSchema.nullable(),
  /** to be opened in a window of its own; null if the user has no school login */
  school: z.object({ label: z.string(), href: z.string() }).nullable(),
})
export type StepUpOptions = z.infer<typeof stepUpOptionsSchema>

export const loginNoticeSchema = z.object({
  id: idSchema,
  kind: loginNoticeKindSchema,
  /** user of the login that met the problem, and the holder of the number or address, with names */
  user: z.object({ id: idSchema, name: z.string() }),
  other: z.object({ id: idSchema, name: z.string() }).nullable(),
  created_at: instantSchema,
  _links: z.object({ settle: linkSchema.optional() }),
})
export type LoginNotice = z.infer<typeof loginNoticeSchema>

/** Login of a person whose account was deleted; nothing else is known about them. */
export const barredLoginSchema = z.object({
  id: idSchema,
  /** code as shown to the person, 'ABCD-EFGH' */
  code: z.string(),
  barred_at: instantSchema,
  last_tried_at: instantSchema.nullable(),
  _links: z.object({ delete: linkSchema.optional() }),
})
export type BarredLogin = z.infer<typeof barredLoginSchema>
