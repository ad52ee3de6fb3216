import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { onTestFinished } from 'vitest'
import type { DeviceWish } from '#contract/push.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { TestAnswer } from '#domain/push/push.texts.ts'
import type { PushMessage } from '#domain/push/push-message.ts'
import { buildApp } from '#push-server/app.ts'
import type { Addressee, PushContext } from '#push-server/context.ts'
import { registerPushRoutes } from '#push-server/routes.ts'
import { readVapidKeys } from '#push-server/sender/vapid.ts'
import { signClaims } from '#server/bearer.ts'
import { readKeys } from '#server/keys.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { MORNING } from '../api/test-school.ts'

export interface Asked {
  token?: string
  body?: unknown
  userAgent?: string
}

const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile'

/** Starts a push server on this database with a stopped clock. It records messages in `sent` and sends none. */
export async function startTestPush(database: Database, options: Partial<PushContext> = {}) {
  const clock = { now: MORNING }
  const sent: { to: Addressee; message: PushMessage }[] = []
  const answer: { next: TestAnswer } = { next: 'accepted' }
  const logs: string[] = []
  const dataDir = temporaryFolder()
  const vapid = await readVapidKeys(dataDir)
  const app = await buildApp({ database, log: { write: (line) => logs.push(line) } })
  onTestFinished(() => app.close())
  const context: PushContext = {
    database,
    vapid,
    keys: await readKeys(dataDir),
    publicUrl: 'https://wiskunde.school.nl',
    testOrigins: [],
    sendNow: async (to, message) => {
      sent.push({ to, message })
      return answer.next
    },
    clock: () => clock.now,
    ...options,
  }
  let sign = signClaims.bind(null, app)
  await app.register(async (push) => {
    await registerPushRoutes(push.withTypeProvider<ZodTypeProvider>(), context)
    sign = signClaims.bind(null, push)
  })

  const ask = async (operation: string, { token, body, userAgent = PHONE }: Asked = {}) => {
    const [method = '', url = ''] = operation.split(' ')
    const reply = await app.inject({
      method: method === 'PUT' || method === 'POST' || method === 'DELETE' ? method : 'GET',
      url,
      headers: {
        'user-agent': userAgent,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return { status: reply.statusCode, body: reply.json<unknown>(), headers: reply.headers }
  }

  /** Makes a session of this user, without a password. */
  const logIn = async (userId: number) => {
    const at = new Date(clock.now).toISOString()
    const { id } = await database.kysely
      .insertInto('session')
      .values({
        user_id: userId,
        device: 'Chrome op Android',
        created_at: at,
        last_used_at: at,
        expires_at: new Date(clock.now + 90 * 86_400_000).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const iat = clock.now / 1000
    return { sessionId: id, token: sign({ sub: String(userId), sid: id, ver: 1, iat, exp: iat + 900 }) }
  }

  const key = vapid.newest.publicKey
  return { app, ask, logIn, clock, sent, answer, logs, key, wish: (name: string) => wishOf(name, key) }
}

export type TestPush = Awaited<ReturnType<typeof startTestPush>>

/** Subscription as Chrome on Android sends it; `name` makes it unique. */
const wishOf = (name: string, vapid_key: string): DeviceWish => ({
  subscription: {
    endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    vapid_key,
  },
  secret: secretOf(name),
  asked: true,
})

export const secretOf = (name: string): string => name.padEnd(43, 'x')

/** Wraps a database that refuses writes and transactions while `breaking.isBroken`. */
export function breakable(database: Database) {
  const breaking = { isBroken: false }
  const refuse = () => {
    if (breaking.isBroken) throw new Error('planted')
  }
  const broken: Database = {
    ...database,
    kysely: database.kysely.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind !== 'SelectQueryNode') refuse()
        return node
      },
      transformResult: async ({ result }) => result,
    }),
    transaction: async (work) => {
      refuse()
      return database.transaction(work)
    },
  }
  return { database: broken, breaking }
}
