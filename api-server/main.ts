import { flushCompileCache } from 'node:module'
import { Registry } from 'prom-client'
import { openDatabase } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { listenOnManySockets } from '#server/connections.ts'
import { serveMetrics } from '#server/metrics.ts'
import { closeOnSignal, reportFatalErrors, settleMemory } from '#server/process.ts'
import { measureUpkeep } from '#server/upkeep-metrics.ts'
import { buildApp } from './app.ts'

reportFatalErrors()
const config = readConfig(process.env)
const registry = new Registry()
// SDK and exporter are loaded only with a collector; without one nothing is traced.
const tracing =
  config.tracing &&
  (await import('#server/open-telemetry.ts')).openTracing({
    ...config.tracing,
    service: 'wiskunde-api',
    trusted: config.trustProxy,
  })
const database = openDatabase(config.databaseUrl, {
  listenUrl: config.databaseListenUrl,
  watch: tracing?.statements,
})
const app = await buildApp({ database, config, registry, tracing })
measureUpkeep(registry, { ...config, clock: Date.now })
const endMetrics = await serveMetrics(registry, config.metrics, app.log)

closeOnSignal(async () => {
  await app.close()
  await database.close()
  await endMetrics()
  await tracing?.stop()
}, app.log)
await app.ready()
// Node would write the cache only at exit, so a killed server would compile everything again at its next start.
flushCompileCache()
settleMemory()
await listenOnManySockets(app, config)
