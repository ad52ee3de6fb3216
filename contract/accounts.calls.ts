import { z } from 'zod'
import {
  activationSchema,
  passwordChangeSchema,
  passwordResetSchema,
  registrationSchema,
  resetKeySchema,
} from '#domain/accounts/account.schema.ts'
import {
  accountFaultTexts,
  activationRefusalTexts,
  passwordNeededText,
  resetKeyTexts,
} from '#domain/accounts/account.texts.ts'
import { pick } from '#domain/entities/pick.ts'
import { personalDataSchema } from '#domain/personal-data/personal-data.schema.ts'
import { usualPreference } from '#domain/push/push.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { read, write } from './call.schema.ts'
import { entityReplySchema, exampleLink, shown } from './endpoint.schema.ts'
import { exampleWhenAndWhere } from './enrollments.calls.ts'
import { byLetter, staff } from './proofs.ts'
import { exampleUser } from './users.calls.ts'

const username = 'noor.bos@student.example'
const passwords = { password: 'krijtbord-passer-9', password_repeat: 'krijtbord-passer-9' }
const validation_key = 'Zk3vQ0m7cX1bS9tWnE5yRg.d8FhJ2kLp4aVuI6oTzCqMw'
const reset_key = 'Yh2uN8b5vC4xZ1qWmE7tRf.s9DgK3jLo6aPiU0yTzBnVc'
const tooShort = accountFaultTexts['password-too-short']

/** Answer with the address in lower case, as it is stored. It does not reveal whether the address has an account. */
const accountReplySchema = shown(z.object({ username: z.string() }), { username })

const message = { message: z.string() }

export const registrationRefusalSchema = shown(z.object({ ...message, reason: z.array(z.string()) }), {
  reason: [tooShort],
  message: tooShort,
})

export const register = write('POST', '/register', {
  reach: 'anybody',
  proof: byLetter,
  summary: 'Ask for an account; the answer says nothing about whether the address has one',
  reasons: ['password-login-off', 'too-many-requests'],
  refusals: { 422: registrationRefusalSchema },
  body: shown(registrationSchema, { username, ...passwords }),
  reply: accountReplySchema,
})

export const activationRefusalSchema = shown(z.object({ ...message, reason: z.string() }), {
  reason: activationRefusalTexts.expired,
  message: activationRefusalTexts.expired,
})

export const activationPasswordRefusalSchema = shown(
  z.object({
    ...message,
    reason: z.union([z.literal('password-needed'), z.object({ errors: z.array(z.string()) })]),
    /** whose password is needed */
    username: z.string().optional(),
  }),
  { reason: 'password-needed', message: passwordNeededText, username },
)

/** 422 `password-needed` on any device other than the one that registered, until a password is sent along. */
export const verifyUser = write('POST', '/verify-user', {
  reach: 'anybody',
  proof: byLetter,
  summary: 'Activate an account by the key of its letter; asks for a password where none was chosen on this device',
  reasons: ['too-many-requests'],
  refusals: { 404: activationRefusalSchema, 422: activationPasswordRefusalSchema },
  body: shown(activationSchema, { validation_key, password: passwords.password }),
  reply: accountReplySchema,
})

export const passwordRefusalSchema = shown(
  z.object({ ...message, reason: z.object({ errors: z.array(z.string()) }) }),
  { reason: { errors: [tooShort] }, message: tooShort },
)

export const requestPasswordReset = write('POST', '/password-reset', {
  reach: 'anybody',
  proof: byLetter,
  summary: 'Ask for a letter to choose a new password; the answer says nothing about who has an account',
  reasons: ['password-login-off', 'too-many-requests'],
  refusals: { 422: passwordRefusalSchema },
  body: shown(passwordResetSchema, { username }),
  reply: accountReplySchema,
})

export const resetKeyRefusalSchema = shown(z.object({ ...message, reason: z.enum(['expired', 'unknown']) }), {
  reason: 'expired',
  message: resetKeyTexts.expired,
})

export const changePassword = write('POST', '/password-change', {
  reach: 'anybody',
  proof: byLetter,
  summary: 'Choose a new password by the key of a letter; ends every login of the account',
  reasons: ['password-login-off', 'too-many-requests'],
  refusals: { 404: resetKeyRefusalSchema, 422: passwordRefusalSchema },
  body: shown(passwordChangeSchema, { reset_key, ...passwords }),
  reply: accountReplySchema,
})

export const checkResetKey = write('POST', '/password-change/check', {
  reach: 'anybody',
  proof: byLetter,
  summary: 'Ask whether a password can be chosen by the key of a letter, which it does not use up',
  reasons: ['password-login-off', 'too-many-requests'],
  refusals: { 404: resetKeyRefusalSchema },
  body: shown(resetKeySchema, { reset_key }),
  /** whose password it changes, so that a password manager keeps it under that name */
  reply: shown(z.object({ usable: z.literal(true), username: z.string() }), { usable: true, username }),
})

export const resendValidationMail = write('POST', '/user/:id/validation-mail', {
  event: 'userEdited',
  reach: 'administration',
  proof: staff,
  summary: 'Renew an activation link and mail it; for administrators',
  reasons: ['account-activated'],
  reply: shown(entityReplySchema(userSchema), {
    entity: {
      ...exampleUser,
      information_checked: false,
      onboarding_step: 1,
      activated: false,
      activation_key: validation_key,
      activation_expires_at: '2026-03-13T09:00:00.000Z',
      _links: {
        edit: exampleLink('PUT', '/user/42'),
        delete: exampleLink('DELETE', '/user/42'),
        validation_mail: exampleLink('POST', '/user/42/validation-mail'),
      },
    },
  }),
})

const created_at = '2026-03-01T08:00:00.000Z'

export const downloadUserData = read('/user/:id/data', {
  reach: 'self',
  summary: 'All that is kept about you, as a file',
  reply: shown(personalDataSchema, {
    made_at: '2026-03-10T09:00:00.000Z',
    user: pick(
      { ...exampleUser, created_at, confirmation_letters: true, extra_time: false, last_login_at: created_at },
      personalDataSchema.shape.user.keyof().options,
    ),
    education_department: { name: 'Technische Wiskunde' },
    completed_modules: [{ name: 'BAS1', description: 'Basisvaardigheden', created_at, by_result: true }],
    enrollments: [
      {
        schoolyear: '2025-2026',
        testmoment: exampleWhenAndWhere,
        module: { name: 'ALG1', description: 'Algebra en functies' },
        created_at,
        maker: 'student',
        presence: { status: 'present', at: '2026-03-20T08:58:00.000Z' },
        ticks: [
          {
            status: 'present',
            at: '2026-03-20T08:58:00.000Z',
            received_at: '2026-03-20T08:58:01.000Z',
            by_code: true,
          },
        ],
        chair: { room: 'B3.14', seat_number: 12 },
        results: [{ outcome: 'passed', grade: 6.5, is_correction: false, at: '2026-03-27T13:00:00.000Z', ended: [] }],
      },
    ],
    door_codes: [{ testmoment: exampleWhenAndWhere, generation: 1, renewed_at: '2026-03-19T18:00:00.000Z' }],
    waiting: [],
    waiting_outcomes: [
      {
        testmoment: { ...exampleWhenAndWhere, date: '2026-01-16' },
        module: { name: 'ALG1', description: 'Algebra en functies' },
        outcome: 'testmoment-past',
        created_at,
        seen_at: null,
      },
    ],
    sessions: [
      {
        device: 'Chrome op Android',
        created_at,
        last_used_at: '2026-03-10T09:00:00.000Z',
        expires_at: '2026-05-30T08:00:00.000Z',
        revoked_at: null,
        method: 'password-and-totp',
        authenticated_at: null,
      },
    ],
    external_identities: [
      { issuer: 'https://login.school.example', subject: 'c0a4e1', linked_at: created_at, last_used_at: null },
    ],
    passkeys: [{ name: 'Telefoon', backed_up: true, created_at, last_used_at: null }],
    totp: { created_at, confirmed_at: created_at },
    recovery_codes: [{ created_at, used_at: null }],
    former_addresses: [],
    password_resets: [],
    push_subscriptions: [
      {
        device_name: 'Chrome op Android',
        created_at,
        last_success_at: null,
        last_failure: null,
        last_failure_at: null,
      },
    ],
    push_preference: { ...usualPreference, reminder: false, quiet_from: '22:00', quiet_until: '08:00' },
    calendar_feed: { created_at },
    messages_received: [
      {
        kind: 'message',
        subject: 'Neem je legitimatie mee',
        text: 'Zonder legitimatie mag je niet meedoen.',
        created_at,
        letter: 'accepted',
        read_at: null,
      },
    ],
    messages_sent: [],
    imports: [],
    imported: [
      {
        ...{ at: '2026-02-02T09:00:00.000Z', outcome: 'changed', undone_at: null },
        ...{ before: { student_number: null }, after: { student_number: '2104567' } },
      },
    ],
    audit: [
      {
        ...{ at: created_at, action: 'enrolled', resource: 'user', resource_id: 42, subject: null, fields: [] },
        ...{ about: 'ALG1, vr 20 mrt 2026', changes: {}, by_you: false },
      },
    ],
  }),
})

export type RegistrationRefusal = z.output<typeof registrationRefusalSchema>

export type ActivationRefusal = z.output<typeof activationRefusalSchema>

export type ActivationPasswordRefusal = z.output<typeof activationPasswordRefusalSchema>

export type ResetKeyRefusal = z.output<typeof resetKeyRefusalSchema>
