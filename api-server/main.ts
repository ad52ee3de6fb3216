import { Registry } from 'prom-client'
import { openDatabase } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { listenOnManySockets } from '#server/connections.ts'
import { serveMetrics } from '#server/metrics.ts'
import { closeOnSignal, reportFatalErrors, settleMemory } from '#server/process.ts'
import { buildApp } from './app.ts'

reportFatalErrors()
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
await listenOnManySockets(app, config)
