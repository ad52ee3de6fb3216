import { flushCompileCache } from 'node:module'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Registry } from 'prom-client'
import { openDatabase } from '#database/engine/open-database.ts'
import { isReachable, readConfig } from '#server/config.ts'
import { closeGracefully } from '#server/connections.ts'
import { measureDatabase } from '#server/database-metrics.ts'
import { readKeys } from '#server/keys.ts'
import { serveMetrics } from '#server/metrics.ts'
import { closeOnSignal, reportFatalErrors, settleMemory } from '#server/process.ts'
import { nameSourcesInTraces } from '#server/stack-traces.ts'
import { buildApp } from './app.ts'
import { createSendNow } from './devices/test-device.ts'
import { measureQueue, PushMetrics } from './metrics.ts'
import { registerPushRoutes } from './routes.ts'
import { createMessenger } from './sender/messenger.ts'
import { createTransport } from './sender/transport.ts'
import { createVapidHeaders, readVapidKeys } from './sender/vapid.ts'
import { startPushing } from './start-pushing.ts'

nameSourcesInTraces()
reportFatalErrors()
const config = readConfig(process.env)
const { publicUrl, vapidSubject, pushTestOrigins: testOrigins } = config
const clock = Date.now
const registry = new Registry()
const database = openDatabase(config.databaseUrl)
const app = await buildApp({ database, registry, trustProxy: config.trustProxy })
// A demo school has no address of its own.
if (!config.demo && !isReachable(vapidSubject))
  app.log.warn(
    { vapidSubject },
    'push services have no address to write to, and some refuse pushes then: set VAPID_SUBJECT',
  )
const vapid = await readVapidKeys(config.dataDir)
const transport = createTransport()
const vapidHeaders = createVapidHeaders(vapidSubject, clock)
const send = createMessenger({ keys: vapid, vapidHeaders, transport, testOrigins, clock })

const context = {
  database,
  vapid,
  keys: await readKeys(config.dataDir),
  publicUrl,
  testOrigins,
  sendNow: createSendNow(send),
  clock,
}
await app.register((push) => registerPushRoutes(push.withTypeProvider<ZodTypeProvider>(), context))

const metrics = new PushMetrics(registry)
const pushing = startPushing({ database, send, metrics, publicUrl, clock, log: app.log })
measureDatabase(registry, { database, clock })
measureQueue(registry, { database, openBreakers: pushing.openBreakers, clock })
const { host, pushPort } = config.metrics
const endMetrics = await serveMetrics(registry, { host, port: pushPort }, app.log)

closeOnSignal(async () => {
  await app.close()
  await pushing.stop()
  await transport.close()
  await database.close()
  await endMetrics()
}, app.log)
await app.ready()
// Writes the compile cache now, see api-server/main.ts.
flushCompileCache()
settleMemory()
await app.listen({ host: config.host, port: config.pushPort })
closeGracefully(app.server)
