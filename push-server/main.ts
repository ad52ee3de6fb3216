import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { openDatabase } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { readKeys } from '#server/keys.ts'
import { closeOnSignal } from '#server/shutdown.ts'
import { buildApp } from './app.ts'
import { createSendNow } from './devices/send-now.ts'
import { registerPushRoutes } from './routes/push-routes.ts'
import { readVapidKeys } from './vapid/vapid-keys.ts'

const config = readConfig(process.env)
const database = openDatabase(config.databaseUrl)
const app = await buildApp({ database })
const vapid = await readVapidKeys(config.dataDir)
const context = {
  database,
  vapid,
  keys: await readKeys(config.dataDir),
  publicUrl: config.publicUrl,
  testOrigins: config.pushTestOrigins,
  sendNow: createSendNow({ vapid, testOrigins: config.pushTestOrigins, vapidSubject: config.vapidSubject }),
  clock: Date.now,
}
await app.register((push) => registerPushRoutes(push.withTypeProvider<ZodTypeProvider>(), context))

closeOnSignal(async () => {
  await app.close()
  await database.close()
}, app.log)
await app.listen({ host: config.host, port: config.pushPort })
