import { forgetPushDeviceSchemas, readPushKeySchemas, renewPushDeviceSchemas } from '#contract/push.schema.ts'
import { forgetPushDevice, readPushKey, renewPushDevice } from '#contract/push.ts'
import { forgetDevice } from '#push-server/devices/forget-device.ts'
import { renewDevice } from '#push-server/devices/renew-device.ts'
import type { PushContext } from '#push-server/push-context.ts'
import { type Api, operation } from '#server/operation.ts'

/** What a browser's worker asks, which has no token. */
export function workerRoutes(app: Api, context: PushContext): void {
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
      ],
    }),
    handler: async (request) => ({ entity: await renewDevice(context, request.body) }),
  })

  app.route({
    ...operation(forgetPushDevice, forgetPushDeviceSchemas, {
      summary: 'End a subscription, by its secret; 200 also when there is none',
      open: true,
    }),
    handler: async (request) => {
      await forgetDevice(context.database.kysely, request.body)
      return { forgotten: true as const }
    },
  })
}
