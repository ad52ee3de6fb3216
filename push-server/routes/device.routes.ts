import {
  deletePushDeviceSchemas,
  listPushDevicesSchemas,
  savePushDeviceSchemas,
  testPushDeviceSchemas,
} from '#contract/push.schema.ts'
import { deletePushDevice, listPushDevices, savePushDevice, testPushDevice } from '#contract/push.ts'
import { deviceName } from '#domain/sessions/device-name.ts'
import { createLimit } from '#push-server/devices/limit.ts'
import { listDevices } from '#push-server/devices/list-devices.ts'
import { removeDevice } from '#push-server/devices/remove-device.ts'
import { saveDevice } from '#push-server/devices/save-device.ts'
import { testDevice } from '#push-server/devices/test-device.ts'
import type { PushContext } from '#push-server/push-context.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

/** Test messages a minute, of one person. */
const TESTS = 5

/** A student's own devices. */
export function deviceRoutes(app: Api, context: PushContext): void {
  const { kysely } = context.database
  const limitTests = createLimit<number>(TESTS, context.clock)

  app.route({
    ...operation(savePushDevice, savePushDeviceSchemas, {
      summary: 'Have this device told; 200 when it already is',
      statuses: [200, 201],
      reasons: [
        'not-yours',
        'push-endpoint-unknown',
        'push-keys-unusable',
        'push-vapid-key-unknown',
        'push-device-removed',
        'push-endpoint-gone',
      ],
    }),
    handler: async (request, reply) => {
      const name = deviceName(request.headers['user-agent'] ?? '')
      const { device, created } = await saveDevice(context, callerOf(request), { wish: request.body, deviceName: name })
      if (created) reply.code(201)
      return { entity: device, key: context.vapid.newest.publicKey }
    },
  })

  app.route({
    ...operation(listPushDevices, listPushDevicesSchemas, {
      summary: 'Your devices that are told, newest first',
      reasons: ['not-yours'],
    }),
    handler: async (request) => ({ entities: await listDevices(kysely, callerOf(request).id), _links: {} }),
  })

  app.route({
    ...operation(deletePushDevice, deletePushDeviceSchemas, {
      summary: 'Tell one of your devices nothing any more; not-found also when it is not yours',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => ({ entity: await removeDevice(context, callerOf(request), request.params.id) }),
  })

  app.route({
    ...operation(testPushDevice, testPushDeviceSchemas, {
      summary: 'Send a test message to one of your devices; five a minute',
      reasons: ['not-yours', 'not-found', 'too-many-requests'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      limitTests(caller.id)
      return { answer: await testDevice(context, caller, request.params.id) }
    },
  })
}
