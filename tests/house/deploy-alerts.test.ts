import { globSync, readFileSync } from 'node:fs'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

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

test('each alert asks for figures that there are', () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const usual = registry.getMetricsAsArray().map(({ name }) => name)
  const sources = globSync('{server,api-server,push-server}/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const own = sources.flatMap((text) => [...text.matchAll(/'([a-z]+(?:_[a-z0-9]+)+)'/g)].map(([, name]) => name ?? ''))
  const known = new Set([...usual, ...own, OF_PROMETHEUS])
  for (const { alert, expr } of rules) {
    const asked = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '').match(/\b(up|[a-z]+(?:_[a-z0-9]+)+)\b(?!\s*\()/g) ?? []
    expect(asked, alert).not.toEqual([])
    for (const name of asked) expect(known, `${alert}: ${name}`).toContain(name.replace(/_(bucket|count|sum)$/, ''))
  }
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
