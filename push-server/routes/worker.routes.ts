import type { FastifyRequest } from 'fastify'
import { forgetPushDeviceSchemas, readPushKeySchemas, renewPushDeviceSchemas } from '#contract/push.schema.ts'
import { forgetPushDevice, readPushKey, renewPushDevice } from '#contract/push.ts'
import { forgetDevice } from '#push-server/devices/forget-device.ts'
import { createLimit } from '#push-server/devices/limit.ts'
import { renewDevice } from '#push-server/devices/renew-device.ts'
import type { PushContext } from '#push-server/push-context.ts'
import { type Api, operation } from '#server/operation.ts'

/** Calls a minute from one address, which may be a whole campus: as the API has for strangers. */
const STRANGERS = 600

/** What a browser's worker asks, which has no token. */
export function workerRoutes(app: Api, context: PushContext): void {
  const limit = createLimit<string>(STRANGERS, context.clock)
  // Before the body is read.
  const onRequest = async ({ ip }: FastifyRequest) => limit(ip)

  app.route({
    ...operation(readPushKey, readPushKeySchemas, { summary: 'The key by which browsers subscribe', open: true }),
    handler: async () => ({ key: context.vapid.newest.publicKey }),
  })

  app.route({
    ...operation(renewPushDevice, renewPushDeviceSchemas, {
      summary: 'Replace a subscription, by its secret; not-found also when that is wrong',
      open: true,
      reasons: [
        'not-found',
        'push-endpoint-unknown',
        'push-keys-unusable',
        'push-vapid-key-unknown',
        'push-endpoint-gone',
        'too-many-requests',
      ],
    }),
    onRequest,
    handler: async (request) => ({ entity: await renewDevice(context, request.body) }),
  })

  app.route({
    ...operation(forgetPushDevice, forgetPushDeviceSchemas, {
      summary: 'End a subscription, by its secret; 200 also when there is none',
      open: true,
      reasons: ['too-many-requests'],
    }),
    onRequest,
    handler: async (request) => {
      await forgetDevice(context.database.kysely, request.body)
      return { forgotten: true as const }
    },
  })
}
