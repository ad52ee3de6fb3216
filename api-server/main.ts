import { Registry } from 'prom-client'
import { openDatabase } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { listenForCrowd } from '#server/listen-for-crowd.ts'
import { serveMetrics } from '#server/metrics/serve-metrics.ts'
import { settleMemory } from '#server/settle-memory.ts'
import { closeOnSignal } from '#server/shutdown.ts'
import { sayWhyItEnds } from '#server/start.ts'
import { buildApp } from './app.ts'

sayWhyItEnds()
const config = readConfig(process.env)
const database = openDatabase(config.databaseUrl, { listenUrl: config.databaseListenUrl })
const registry = new Registry()
const app = await buildApp({ database, config, registry })
const endMetrics = await serveMetrics(registry, config.metrics, app.log)

closeOnSignal(async () => {
  await app.close()
  await database.close()
  await endMetrics()
}, app.log)
await app.ready()
settleMemory()
await listenForCrowd(app, config)
