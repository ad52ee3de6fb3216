import { openDatabase } from '#database/engine/open-database.ts'
import { PushMetrics } from '#push-server/metrics.ts'
import { createMessenger } from '#push-server/sender/messenger.ts'
import { createTransport } from '#push-server/sender/transport.ts'
import { createVapidHeaders, readVapidKeys } from '#push-server/sender/vapid.ts'
import { startPushing } from '#push-server/start-pushing.ts'
import { settleMemory } from '#server/process.ts'
import { SUBJECT } from './addressees.ts'

/** The sending half of the push server, with push services of the bench's own. Notifies its parent when it is ready. */
const [url = '', dataDir = '', ca = '', ...testOrigins] = process.argv.slice(2)
const clock = Date.now
const database = openDatabase(url)
const keys = await readVapidKeys(dataDir)
const vapidHeaders = createVapidHeaders(SUBJECT, clock)
startPushing({
  database,
  send: createMessenger({ keys, vapidHeaders, transport: createTransport({ ca }), testOrigins, clock }),
  metrics: new PushMetrics(),
  publicUrl: 'https://wiskunde.school.nl',
  clock,
  log: { info: () => undefined, warn: console.error },
})
settleMemory()
process.send?.('ready')
