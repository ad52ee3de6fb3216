import { flushCompileCache } from 'node:module'
import { Registry } from 'prom-client'
import { openDatabase } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { listenOnManySockets } from '#server/connections.ts'
import { serveMetrics } from '#server/metrics.ts'
import { closeOnSignal, reportFatalErrors, settleMemory } from '#server/process.ts'
import { nameSourcesInTraces } from '#server/stack-traces.ts'
import { measureUpkeep } from '#server/upkeep-metrics.ts'
import { buildApp } from './app.ts'

nameSourcesInTraces()
reportFatalErrors()
const config = readConfig(process.env)
const registry = new Registry()
const database = openDatabase(config.databaseUrl, { listenUrl: config.databaseListenUrl })
const app = await buildApp({ database, config, registry })
measureUpkeep(registry, { ...config, clock: Date.now })
const endMetrics = await serveMetrics(registry, config.metrics, app.log)

closeOnSignal(async () => {
  await app.close()
  await database.close()
  await endMetrics()
}, app.log)
await app.ready()
// Node would write the cache only at exit, so a killed server would compile everything again at its next start.
flushCompileCache()
settleMemory()
await listenOnManySockets(app, config)
