import { readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  type PasswordLogin,
  passwordLoginSchema,
  type SecondFactorFor,
  secondFactorForSchema,
} from '#domain/logins/login.schema.ts'
import { settingsTexts as texts } from './settings.texts.ts'

/** Claims under our names; settings map them to the provider's: `OIDC_CLAIMS=student_number=schac_personal_unique_code`. */
const CLAIMS = ['email', 'email_verified', 'first_name', 'last_name', 'student_number'] as const
export type ClaimNames = Readonly<Record<(typeof CLAIMS)[number], string>>

/** Claim names of SURFconext and most other providers. */
const USUAL_CLAIMS: ClaimNames = {
  email: 'email',
  email_verified: 'email_verified',
  first_name: 'given_name',
  last_name: 'family_name',
  student_number: 'schac_personal_unique_code',
}

const text = z.string().trim().min(1)
const listOf = (given: string): string[] => given.split(',').map((part) => part.trim())

/** Settings for logging in, see docs/sso.md. */
export const loginSettings = {
  OIDC_ISSUER: z.url({ error: texts.httpsUrl, abort: true }).refine(isGuarded, texts.guardedLogin).optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_CLIENT_SECRET_FILE: text.optional(),
  OIDC_SCOPES: z
    .string()
    .refine((scopes) => scopes.split(' ').includes('openid'), texts.openid)
    .default('openid profile email'),
  OIDC_LABEL: text.max(80).default('Inloggen met je schoolaccount'),
  OIDC_CLAIMS: z
    .string()
    .refine(
      (given) =>
        listOf(given).every((pair) => CLAIMS.some((name) => pair.startsWith(`${name}=`) && !pair.endsWith('='))),
      texts.claims(CLAIMS),
    )
    .optional(),
  OIDC_TRUSTED_EMAIL_DOMAINS: z
    .string()
    .refine((given) => listOf(given).every((domain) => /^@?([a-z0-9-]+\.)+[a-z0-9-]+$/i.test(domain)), texts.domains)
    .optional(),
  OIDC_ADMIN_CLAIM: text.optional(),
  OIDC_ADMIN_VALUE: text.optional(),
  PASSWORD_LOGIN: passwordLoginSchema.default('on'),
  REQUIRE_SECOND_FACTOR: secondFactorForSchema.default('off'),
  STEP_UP: z
    .union(
      [z.literal('off'), z.coerce.number().int(texts.stepUp).min(1, texts.stepUp).max(1_440, texts.stepUp)],
      texts.stepUp,
    )
    .default('off'),
}

/** Whether an address is protected by TLS, or on this machine, for trying it out. */
function isGuarded(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}

type Given = z.infer<z.ZodObject<typeof loginSettings>>

export interface LoginConfig {
  /** login of the school by OpenID Connect; undefined without one */
  school: SchoolLoginConfig | undefined
  passwords: PasswordLogin
  secondFactorFor: SecondFactorFor
  /** ms after proving one's identity in which sensitive acts need no new proof; undefined for no limit */
  stepUp: number | undefined
}

export interface SchoolLoginConfig {
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string
  label: string
  claims: ClaimNames
  /** lower case: addresses in these domains count as verified if the provider does not say */
  trustedDomains: string[]
  /** claim value that makes a new account a teacher's */
  administrator: { claim: string; value: string } | undefined
}

/** Fault in settings that depend on each other; undefined if there is none. */
export function loginFaultIn(given: Given): string | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_CLIENT_SECRET_FILE } = given
  const hasSecret = (OIDC_CLIENT_SECRET ?? OIDC_CLIENT_SECRET_FILE) !== undefined
  if ((OIDC_ISSUER ?? OIDC_CLIENT_ID) !== undefined && !(OIDC_ISSUER && OIDC_CLIENT_ID && hasSecret))
    return texts.goesWith('OIDC_ISSUER', 'OIDC_CLIENT_ID en OIDC_CLIENT_SECRET of OIDC_CLIENT_SECRET_FILE')
  if (given.PASSWORD_LOGIN !== 'on' && !OIDC_ISSUER) return texts.otherWayIn
  if ((given.OIDC_ADMIN_CLAIM === undefined) !== (given.OIDC_ADMIN_VALUE === undefined))
    return texts.goesWith('OIDC_ADMIN_CLAIM', 'OIDC_ADMIN_VALUE')
  return undefined
}

/** Makes the configuration from valid settings. Throws if the file of the secret can't be read. */
export const loginConfigOf = (given: Given): LoginConfig => ({
  school: given.OIDC_ISSUER === undefined ? undefined : schoolLogin(given, given.OIDC_ISSUER),
  passwords: given.PASSWORD_LOGIN,
  secondFactorFor: given.REQUIRE_SECOND_FACTOR,
  stepUp: given.STEP_UP === 'off' ? undefined : given.STEP_UP * 60_000,
})

const schoolLogin = (given: Given, issuer: string): SchoolLoginConfig => ({
  issuer,
  clientId: given.OIDC_CLIENT_ID ?? '',
  clientSecret: given.OIDC_CLIENT_SECRET ?? readFileSync(given.OIDC_CLIENT_SECRET_FILE ?? '', 'utf8').trim(),
  scopes: given.OIDC_SCOPES,
  label: given.OIDC_LABEL,
  claims: {
    ...USUAL_CLAIMS,
    ...Object.fromEntries((given.OIDC_CLAIMS ? listOf(given.OIDC_CLAIMS) : []).map((pair) => splitAt(pair, '='))),
  },
  trustedDomains: (given.OIDC_TRUSTED_EMAIL_DOMAINS ? listOf(given.OIDC_TRUSTED_EMAIL_DOMAINS) : []).map((domain) =>
    domain.replace(/^@/, '').toLowerCase(),
  ),
  administrator:
    given.OIDC_ADMIN_CLAIM !== undefined && given.OIDC_ADMIN_VALUE !== undefined
      ? { claim: given.OIDC_ADMIN_CLAIM, value: given.OIDC_ADMIN_VALUE }
      : undefined,
})

const splitAt = (pair: string, mark: string): [string, string] => {
  const at = pair.indexOf(mark)
  return [pair.slice(0, at), pair.slice(at + 1)]
}
