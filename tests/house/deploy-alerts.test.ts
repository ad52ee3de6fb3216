import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { measureSource } from '#api-server/acts/source/source-metrics.ts'
import { buildApp as buildApiServer } from '#api-server/app.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { buildApp as buildPushServer } from '#push-server/app.ts'
import { measureQueue, PushMetrics } from '#push-server/metrics.ts'
import { readConfig } from '#server/config.ts'
import { measureDatabase, measureEngine, measureReplication } from '#server/database-metrics.ts'
import { PASSING } from '#server/unavailability.ts'
import { measureUpkeep } from '#server/upkeep-metrics.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { promtool } from '../../scripts/machine.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

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

// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana puts the chosen one there
const CHOSEN = z.object({ uid: z.literal('${datasource}') })

const dashboard = z
  .object({
    schemaVersion: z.int(),
    templating: z.object({ list: z.array(z.looseObject({})) }),
    panels: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
        datasource: CHOSEN.optional(),
        targets: z.array(z.object({ expr: z.string(), datasource: CHOSEN })).default([]),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('deploy/grafana/wiskunde.json', 'utf8')))
/** Queries of the dashboard's panels. */
const questions = dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })))

if (!promtool.find() && process.env.CI === 'true') throw new Error('promtool is missing, and CI asks for every test.')
/** Without it reported as skipped. */
const testOfPromtool: typeof test.skip = promtool.find() ? test : test.skip

/** Figures of Prometheus itself: whether a target answered, and what it alerts to. */
const OF_PROMETHEUS = new Map([
  ['up', []],
  ['ALERTS', ['alertname', 'alertstate']],
])
/** That Prometheus puts to each figure, and a histogram to its buckets. */
const OF_ALL = ['job', 'instance', 'le']

type Figures = ReadonlyMap<string, readonly string[]>

/** The names of all that each server of this release shows at /metrics, with their labels. */
async function figuresShown(): Promise<{ api: Figures; push: Figures }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wiskunde-alerts-'))
  const config = readConfig({ DATA_DIR: dataDir, WEB_APP: 'none' })
  const database = openDatabase(config.databaseUrl)
  await migrate(database)
  const [ofApi, ofPush, ofDatabase] = [new Registry(), new Registry(), new Registry()]
  const apps = [
    await buildApiServer({ database, config, registry: ofApi }),
    await buildPushServer({ database, registry: ofPush }),
  ]
  measureDatabase(ofPush, { database, clock: Date.now })
  measureQueue(ofPush, { database, openBreakers: () => [], clock: Date.now })
  new PushMetrics(ofPush)
  // Figures that only exist on PostgreSQL: connections and standbys.
  measureEngine(ofDatabase, { load: () => ({ engine: 'postgres', inUse: 0, idle: 0, waiting: 0 }) })
  measureReplication(ofDatabase, { isRemote: true, listStandbys: async () => [] })
  measureSource(ofApi, { database, clock: Date.now })
  measureUpkeep(ofApi, { ...config, publicUrl: 'https://school.test', clock: Date.now })
  collectDefaultMetrics({ register: ofApi })
  for (const app of apps) await app.close()
  await database.close()
  await rm(dataDir, { recursive: true })
  const figuresIn = (registry: Registry): Figures =>
    new Map(
      [registry, ofDatabase].flatMap((each) =>
        each
          .getMetricsAsArray()
          .map(
            ({ name, ...metric }) =>
              [name, z.object({ labelNames: z.array(z.string()) }).parse(metric).labelNames] as const,
          ),
      ),
    )
  return { api: figuresIn(ofApi), push: figuresIn(ofPush) }
}

/** Figures that a query names: `name{label="…"}`, and the labels that it groups by. */
function askedBy(expr: string) {
  const grouped = [...expr.matchAll(/\b(?:by|on|without|ignoring|group_left)\s*\(([^)]*)\)/g)].flatMap(
    ([, names = '']) => names.split(/[\s,]+/).filter(Boolean),
  )
  const rest = expr.replaceAll(/\b(?:by|on|without|ignoring|group_left)\s*\([^)]*\)/g, '').replaceAll(/\[[^\]]*\]/g, '')
  const figures = [...rest.matchAll(/\b(up|ALERTS|[a-z]+(?:_[a-z0-9]+)+)\b(?!\s*\()(?:\{([^}]*)\})?/g)].map(
    ([, name = '', picked = '']) => ({
      name,
      labels: [...picked.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }),
  )
  return { grouped, figures }
}

function expectToBeShown(known: Figures, expr: string, by: string): void {
  const { grouped, figures } = askedBy(expr)
  expect(figures, by).not.toEqual([])
  const has = new Set(OF_ALL)
  for (const { name, labels } of figures) {
    const figure = known.get(name) ?? known.get(name.replace(/_(bucket|count|sum)$/, ''))
    expect(figure, `${by}: ${name}`).toBeDefined()
    for (const label of figure ?? []) has.add(label)
    expect([...(figure ?? []), ...OF_ALL], `${by}: ${name}`).toEqual(expect.arrayContaining(labels))
  }
  for (const label of grouped) expect(has, `${by}: by ${label}`).toContain(label)
}

test('each alert asks for figures that the servers show', async () => {
  const { api, push } = await figuresShown()
  const known = new Map([...OF_PROMETHEUS, ...api, ...push])
  for (const { alert, expr } of rules) expectToBeShown(known, expr, alert)
  for (const { title, expr } of questions) expectToBeShown(known, expr, title)
})

/** prom-client's own, of which the page names a few. */
const USUAL = /^(nodejs|process)_/

test('the page of figures has each of them, with its labels and below the server that shows it', async () => {
  const { api, push } = await figuresShown()
  const text = readFileSync('server/metrics.rationale.md', 'utf8')
  const [both = '', ofApi = '', ofPush = ''] = text.split(/^\| \*\*Of the (?:API|push) server/m)
  const listed = (part: string) =>
    [...part.matchAll(/^\| (`.+?) \|/gm)]
      .flatMap(([, cell = '']) => [...cell.matchAll(/`([a-z]+(?:_[a-z]+)+)(?:\{([^}]*)\})?`/g)])
      .map(([, name = '', labels = '']) => `${name} ${labels}`.trim())
  const shown = (has: (name: string) => boolean) =>
    [...new Map([...api, ...push])]
      .filter(([name]) => has(name) && !USUAL.test(name))
      .map(([name, labels]) => `${name} ${labels.join()}`.trim())
  const isOfBoth = (name: string) => api.has(name) && push.has(name)
  expect(
    listed(both)
      .filter((name) => !USUAL.test(name))
      .sort(),
  ).toEqual(shown(isOfBoth).sort())
  expect(listed(ofApi).sort()).toEqual(shown((name) => api.has(name) && !isOfBoth(name)).sort())
  expect(listed(ofPush).sort()).toEqual(shown((name) => push.has(name) && !isOfBoth(name)).sort())
})

test('the dashboard can be imported, and no panel covers another', () => {
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(36)
  expect(dashboard.templating.list).toEqual([
    expect.objectContaining({ name: 'datasource', type: 'datasource', query: 'prometheus' }),
  ])
  const ids = dashboard.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const taken = new Set<string>()
  for (const { title, gridPos } of dashboard.panels) {
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(taken, title).not.toContain(`${x} ${y}`)
        taken.add(`${x} ${y}`)
      }
  }
})

const alertTests = globSync('deploy/prometheus/*.test.yml')
const alertTestsSchema = z.object({
  evaluation_interval: z.string(),
  tests: z.array(
    z.object({
      name: z.string(),
      input_series: z.array(z.object({ series: z.string() })),
      promql_expr_test: z.array(
        z.object({
          expr: z.string(),
          eval_time: z.string(),
          exp_samples: z.array(z.object({ labels: z.string(), value: z.number().min(1) })),
        }),
      ),
    }),
  ),
})
/** Figures that exist only during a fault, and Prometheus' own figure of alerts. */
const ONLY_IN_A_FAULT = ['ALERTS', 'letter_host_refusing', 'push_breaker_open', 'server_not_ready']

test('each alert has a test in which it fires, and there is a storm in which none does', () => {
  const tests = alertTests.flatMap((file) => alertTestsSchema.parse(parse(readFileSync(file, 'utf8'))).tests)
  const fired = tests.flatMap(({ promql_expr_test: asked }) => asked.flatMap(({ exp_samples }) => exp_samples))
  const names = fired.map(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1])
  expect(rules.map(({ alert }) => alert).filter((alert) => !names.includes(alert))).toEqual([])

  const storm = tests.find(({ name }) => name === 'the opening storm')
  expect(storm?.promql_expr_test.length).toBeGreaterThan(5)
  for (const { expr, exp_samples } of storm?.promql_expr_test ?? []) {
    expect(expr).toBe('count by (alertname) (ALERTS{alertstate="firing"})')
    expect(exp_samples).toEqual([])
  }
  // That none fires says something of an alert only where the storm has its figures.
  const figures = new Set(storm?.input_series.map(({ series }) => /^\w+/.exec(series)?.[0]))
  const asked = rules.flatMap(({ expr }) => askedBy(expr).figures.map(({ name }) => name))
  expect([...new Set(asked)].filter((name) => !figures.has(name)).sort()).toEqual(ONLY_IN_A_FAULT)
})

/** Seconds of '3m15s', '25h' or '21d'. */
const secondsOf = (time: string): number =>
  [...time.matchAll(/(\d+)([smhd])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * ({ s: 1, m: 60, h: 3600, d: 86_400 }[unit] ?? Number.NaN),
    0,
  )

test('what fires is asked when the rules were just looked at: later Prometheus has forgotten, and nothing ever fires', () => {
  for (const file of alertTests) {
    const { evaluation_interval, tests } = alertTestsSchema.parse(parse(readFileSync(file, 'utf8')))
    for (const { name, promql_expr_test: asked } of tests)
      for (const { eval_time } of asked)
        expect(secondsOf(eval_time) % secondsOf(evaluation_interval), `${file}, ${name}: ${eval_time}`).toBe(0)
  }
})

const askPromtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(promtool.find() ?? 'promtool', args, { encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
}

testOfPromtool('promtool understands the rules and what the dashboard asks', () => {
  const questionsFile = join(temporaryFolder(), 'questions.yml')
  const records = questions.map(({ expr }, n) => ({
    record: `question:${n}`,
    expr: expr.replaceAll('$__rate_interval', '1m'),
  }))
  writeFileSync(questionsFile, stringify({ groups: [{ name: 'dashboard', rules: records }] }))
  askPromtool('check', 'rules', 'deploy/prometheus/alerts.yml', questionsFile)
})

testOfPromtool('the alerts pass their tests', { tags: 'all', timeout: underLoad(60_000) }, () => {
  askPromtool('test', 'rules', ...alertTests)
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

test('a server that is busy wakes nobody: what passes by itself is shed load, and all else is unavailable', () => {
  const causesOf = (name: string) => {
    const expr = rules.find(({ alert }) => alert === name)?.expr ?? ''
    return [...expr.matchAll(/\bcause(=~|!~)"([^"]+)"/g)].map(([, how, causes = '']) => [how, causes.split('|').sort()])
  }
  expect(causesOf('Unavailable')).toEqual([['!~', [...PASSING].sort()]])
  expect(causesOf('SheddingLoad')).toEqual([['=~', [...PASSING].sort()]])
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

test('the runbook says of each alert what to do, and of each cause that passes what it is', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8')
  for (const { alert } of rules) expect(runbook).toMatch(new RegExp(`^\\| [^|]*\`${alert}\``, 'm'))
  expect(PASSING.filter((cause) => !runbook.includes(`\`${cause}\``))).toEqual([])
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
