import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { buildApp as buildApiServer } from '#api-server/app.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { buildApp as buildPushServer } from '#push-server/app.ts'
import { measureQueue, PushMetrics } from '#push-server/metrics.ts'
import { readConfig } from '#server/config.ts'
import { measureEngine } from '#server/database-metrics.ts'

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z]\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'warn']) }),
          annotations: z.strictObject({ summary: z.string() }),
        }),
      ),
    }),
  ),
})
const { groups } = rulesSchema.parse(parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')))
const rules = groups.flatMap(({ rules }) => rules)

/** Of Prometheus itself: whether a target answered. */
const OF_PROMETHEUS = 'up'

/** The names of all that the servers of this release show at /metrics. */
async function namesShown(): Promise<Set<string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wiskunde-alerts-'))
  const config = readConfig({ DATA_DIR: dataDir, WEB_APP: 'none' })
  const database = openDatabase(config.databaseUrl)
  await migrate(database)
  const [ofApi, ofPush, ofDatabase] = [new Registry(), new Registry(), new Registry()]
  const apps = [
    await buildApiServer({ database, config, registry: ofApi }),
    await buildPushServer({ database, registry: ofPush }),
  ]
  measureQueue(ofPush, { database, openBreakers: () => [], clock: Date.now })
  new PushMetrics(ofPush)
  // What only PostgreSQL has: connections.
  measureEngine(ofDatabase, { load: () => ({ engine: 'postgres', inUse: 0, idle: 0, waiting: 0 }) })
  collectDefaultMetrics({ register: ofApi })
  for (const app of apps) await app.close()
  await database.close()
  await rm(dataDir, { recursive: true })
  return new Set(
    [ofApi, ofPush, ofDatabase].flatMap((registry) => registry.getMetricsAsArray().map(({ name }) => name)),
  )
}

test('each alert asks for figures that the servers show', async () => {
  const known = await namesShown()
  for (const { alert, expr } of rules) {
    const asked = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '').match(/\b(up|[a-z]+(?:_[a-z0-9]+)+)\b(?!\s*\()/g) ?? []
    expect(asked, alert).not.toEqual([])
    for (const name of asked)
      if (name !== OF_PROMETHEUS) expect(known, `${alert}: ${name}`).toContain(name.replace(/_(bucket|count|sum)$/, ''))
  }
})

test('each cause and each event that an alert picks is one of ours', () => {
  const sources = globSync('{server,database/engine}/**/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const picked = rules.flatMap(({ expr }) => [...expr.matchAll(/\b(?:cause|event)(?:=~|!~|!=|=)"([^"]+)"/g)])
  const values = picked.flatMap(([, value = '']) => value.split('|'))
  expect(values.length).toBeGreaterThan(8)
  for (const value of values) expect(sources).toContain(`'${value}'`)
})

test('the figures are read where the servers have them', () => {
  const { scrape_configs } = z
    .object({
      scrape_configs: z.array(z.object({ static_configs: z.array(z.object({ targets: z.array(z.string()) })) })),
    })
    .parse(parse(readFileSync('deploy/prometheus/prometheus.yml', 'utf8')))
  const targets = scrape_configs.flatMap(({ static_configs }) => static_configs.flatMap(({ targets }) => targets))
  const compose = readFileSync('deploy/compose/compose.yaml', 'utf8')
  const served = [...compose.matchAll(/METRICS_PORT: "(\d+)"/g)].map(([, port]) => `127.0.0.1:${port}`)
  expect(targets.sort()).toEqual(served.sort())
})

test('the runbook says of each alert what to do', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8')
  for (const { alert } of rules) expect(runbook).toContain(`\`${alert}\``)
})

test('each severity reaches somebody, and each alert that another silences is one of ours', () => {
  const manager = z
    .object({
      route: z.object({
        receiver: z.string(),
        routes: z.array(z.object({ matchers: z.array(z.string()), receiver: z.string() })),
      }),
      receivers: z.array(z.object({ name: z.string() })),
      inhibit_rules: z.array(z.object({ source_matchers: z.array(z.string()), target_matchers: z.array(z.string()) })),
    })
    .parse(parse(readFileSync('deploy/prometheus/alertmanager.yml', 'utf8')))
  const names = manager.receivers.map(({ name }) => name)
  expect([manager.route.receiver, ...manager.route.routes.map(({ receiver }) => receiver)].sort()).toEqual(names.sort())
  const silenced = manager.inhibit_rules.flatMap((rule) => [...rule.source_matchers, ...rule.target_matchers])
  const alerts = silenced.flatMap((matcher) => matcher.replace(/^alertname=~?"|"$/g, '').split('|'))
  for (const alert of alerts) expect(rules.map((rule) => rule.alert)).toContain(alert)
})
