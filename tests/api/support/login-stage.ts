import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import type { Database } from '#database/engine/open-database.ts'
import { type AccountStage, PUBLIC_URL, startAccountStage } from '#tests/support/api/account-stage.ts'
import { type Authenticator, newAuthenticator } from '#tests/support/api/authenticator.ts'
import { tokensIn } from '#tests/support/api/test-api.ts'
import { PASSWORD, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'

export const startSchema = z.object({ secret: z.string(), uri: z.string() })
const optionsSchema = z.object({ options: z.looseObject({}) })
const neededSchema = z.object({
  reason: z.literal('second-factor-needed'),
  ticket: z.string(),
  factors: z.array(z.string()),
  passkey: z.looseObject({}).nullable(),
})
export const changedSchema = z.object({
  entity: z.looseObject({ passkeys: z.array(z.looseObject({ id: z.int(), name: z.string() })) }),
  recovery_codes: z.array(z.string()).optional(),
})

export const STEP = 30_000

/** Code that an authenticator app shows at `now` (ms since the epoch). */
export const codeAt = (secret: string, now: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now })

/** A code that is wrong around `now`. */
export const wrongCodeAt = (secret: string, now: number): string => {
  const right = [now - STEP, now, now + STEP].map((at) => codeAt(secret, at))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

/** Logins of several kinds, against a server with a mailbox. */
export interface LoginStage extends AccountStage {
  school: TestSchool
  device: Authenticator
  /** factors that the server asks `username` for to continue the login */
  needed(username: string): Promise<z.infer<typeof neededSchema>>
  give(ticket: string, factor: object): ReturnType<LoginStage['api']['ask']>
  passkeyLogin(answer: unknown): ReturnType<LoginStage['api']['ask']>
  /** challenge for any passkey */
  challenge(): Promise<Record<string, unknown>>
  person(name: 'teacher' | 'sam' | 'noor'): Promise<Person>
}

export interface Person {
  id: number
  username: string
  token: string
  ask(operation: string, body?: unknown): ReturnType<LoginStage['api']['ask']>
  options(): Promise<Record<string, unknown>>
  addPasskey(device: Authenticator, name?: string): Promise<z.infer<typeof changedSchema>>
  /** sets up an authenticator app with a current code; returns its secret and the recovery codes */
  addTotp(): Promise<{ secret: string; recoveryCodes: string[] }>
}

export async function startLoginStage(database: Database, settings: Record<string, string> = {}): Promise<LoginStage> {
  const school = await startTestSchool(database)
  const stage = await startAccountStage(database, settings)
  const { api } = stage
  const give: LoginStage['give'] = (ticket, factor) =>
    api.ask('POST /login_check/second_factor', { body: { ticket, ...factor } })

  return {
    ...stage,
    school,
    device: newAuthenticator(PUBLIC_URL),
    give,
    needed: async (username) => neededSchema.parse((await stage.logIn(username, PASSWORD)).body),
    passkeyLogin: (passkey) => api.ask('POST /passkey_login', { body: { passkey } }),
    challenge: async () => optionsSchema.parse((await api.ask('POST /passkey_login/options')).body).options,
    person: async (name) => {
      const [id, username] = [school.users[name], `${name}@school.test`]
      const { token } = tokensIn((await stage.logIn(username, PASSWORD)).body)
      const ask: Person['ask'] = (operation, body) =>
        api.ask(operation.replace(':own', String(id)), { token, ...(body !== undefined && { body }) })
      const options = async () => optionsSchema.parse((await ask('POST /user/:own/passkeys/options')).body).options
      return {
        id,
        username,
        token,
        ask,
        options,
        addPasskey: async (device, name = 'Telefoon') => {
          const passkey = device.create(await options())
          return changedSchema.parse((await ask('POST /user/:own/passkeys', { name, passkey })).body)
        },
        addTotp: async () => {
          const { secret } = startSchema.parse((await ask('POST /user/:own/totp/begin')).body)
          const added = await ask('POST /user/:own/totp', { code: codeAt(secret, api.clock.now) })
          return { secret, recoveryCodes: changedSchema.parse(added.body).recovery_codes ?? [] }
        },
      }
    },
  }
}
