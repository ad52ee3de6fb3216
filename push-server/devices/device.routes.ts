import type { FastifyRequest } from 'fastify'
import * as pushCalls from '#contract/push.calls.ts'
import type { Kysely } from '#database/tables.ts'
import { type PushPreference, pushPreferenceFieldNames, usualPreference } from '#domain/push/push.schema.ts'
import { deviceName } from '#domain/sessions/device-name.ts'
import type { PushContext } from '#push-server/context.ts'
import { forgetDevice, listDevices, removeDevice, renewDevice, saveDevice } from '#push-server/devices/devices.ts'
import { testDevice } from '#push-server/devices/test-device.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

/** Most test messages a minute per user. */
const TESTS_PER_MINUTE = 5

export function deviceRoutes(app: Api, context: PushContext): void {
  const { kysely } = context.database
  const limitTests = createLimit<number>(TESTS_PER_MINUTE, context.clock)

  serve(app, pushCalls, {
    savePushDevice: async (request, reply) => {
      const name = deviceName(request.headers['user-agent'] ?? '')
      const { device, created } = await saveDevice(context, request.caller, { wish: request.body, deviceName: name })
      if (created) reply.code(201)
      return { entity: device, key: context.vapid.newest.publicKey }
    },

    listPushDevices: async ({ caller }) => ({ entities: await listDevices(kysely, caller.id), _links: {} }),

    deletePushDevice: async ({ caller, params }) => ({
      entity: await removeDevice(context, caller, params.id),
    }),

    testPushDevice: async ({ caller, params }) => {
      limitTests(caller.id)
      return { answer: await testDevice(context, caller, params.id) }
    },
  })
}

/** Most requests a minute per address, which may be a whole campus: the same as the API allows strangers. */
const REQUESTS_PER_MINUTE = 600

/** Routes for a browser's worker, which has no token. */
export function workerRoutes(app: Api, context: PushContext): void {
  const limit = createLimit<string>(REQUESTS_PER_MINUTE, context.clock)
  // Limits before the body is read.
  const onRequest = async ({ ip }: FastifyRequest) => limit(ip)

  serve(app, pushCalls, {
    readPushKey: async () => ({ key: context.vapid.newest.publicKey }),

    renewPushDevice: { onRequest, handler: async ({ body }) => ({ entity: await renewDevice(context, body) }) },

    forgetPushDevice: {
      onRequest,
      handler: async ({ body }) => {
        await forgetDevice(context.database.kysely, body)
        return { forgotten: true as const }
      },
    },
  })
}

const WINDOW_MS = 60_000
/** Most callers remembered: as many as come at once. A forgotten caller starts counting again. */
const MOST_CALLERS = 1_000

/** Limits each caller to `most` requests a minute. Throws `too-many-requests`. */
function createLimit<Caller>(most: number, clock: () => number): (caller: Caller) => void {
  const calledAt = new Map<Caller, number[]>()
  return (caller) => {
    const now = clock()
    const recent = (calledAt.get(caller) ?? []).filter((at) => now - at < WINDOW_MS)
    const [first = now] = recent
    if (recent.length >= most)
      throw new Problem('too-many-requests', { retryAfter: Math.ceil((first + WINDOW_MS - now) / 1000) })
    calledAt.delete(caller)
    calledAt.set(caller, [...recent, now])
    for (const [oldest] of calledAt) if (calledAt.size > MOST_CALLERS) calledAt.delete(oldest)
  }
}

export function preferenceRoutes(app: Api, { database }: PushContext): void {
  serve(app, pushCalls, {
    readPushPreference: async ({ caller }) => findPreference(database.kysely, caller.id),

    editPushPreference: async ({ caller: { id }, body }) => {
      await database.transaction((trx) => savePreference(trx, id, body))
      return { entity: body }
    },
  })
}

const findPreference = async (kysely: Kysely, userId: number): Promise<PushPreference> =>
  (await kysely
    .selectFrom('push_preference')
    .select(pushPreferenceFieldNames)
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? usualPreference

const savePreference = (kysely: Kysely, userId: number, preference: PushPreference) =>
  kysely
    .insertInto('push_preference')
    .values({ ...preference, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(preference))
    .execute()
