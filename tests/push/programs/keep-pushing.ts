import { openDatabase } from '#database/engine/open-database.ts'
import { PushMetrics } from '#push-server/metrics.ts'
import { createMessenger } from '#push-server/sender/messenger.ts'
import { createTransport } from '#push-server/sender/transport.ts'
import { createVapidHeaders, readVapidKeys } from '#push-server/sender/vapid.ts'
import { startPushing } from '#push-server/start-pushing.ts'

/**
 * Pushes what is to be pushed until it is killed, as the push server does. Its clock shows `startsAt` at the real time
 * `epoch`, and goes `haste` times as fast, so that nobody waits 30 s for a lease to be over.
 */
const [url = '', dataDir = '', origin = '', ca = '', startsAt = '0', epoch = '0', haste = '1'] = process.argv.slice(2)
const clock = () => Number(startsAt) + (Date.now() - Number(epoch)) * Number(haste)
const database = openDatabase(url, { timeout: 4_000 })
const keys = await readVapidKeys(dataDir)
startPushing({
  database,
  send: createMessenger({
    keys,
    vapidHeaders: createVapidHeaders('mailto:wiskunde@school.nl', clock),
    transport: createTransport({ ca }),
    testOrigins: [origin],
    clock,
  }),
  metrics: new PushMetrics(),
  publicUrl: 'https://wiskunde.school.nl',
  clock,
  log: { info: () => undefined, warn: () => undefined },
})
