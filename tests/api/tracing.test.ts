import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import { makeKillableServer } from '#tests/harness/killable-server.ts'
import { seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import { describeOnSqlite } from '../support/databases.ts'
import { startPushService } from '../support/push/push-service.ts'
import { subscribe } from '../support/push/subscribe.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Fields of OTLP's JSON that this test reads (opentelemetry-proto, trace/v1). */
interface OtlpSpan {
  service: string
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: object }[]
  links?: { traceId: string; spanId: string }[]
}

/** A collector: keeps what it is sent. */
async function startCollector() {
  const spans: OtlpSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`)
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans)
      for (const scope of scopeSpans)
        for (const span of scope.spans) spans.push({ service: resource.attributes[0].value.stringValue, ...span })
    response.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, spans, bodies }
}

/** From an address of this machine's own, so that one is a trusted proxy and another is anybody. */
async function ask(url: string, { from = '127.0.0.1', headers = {}, method = 'GET', body = '' }) {
  const asked = httpRequest(url, { method, localAddress: from, headers, agent: false })
  asked.end(body)
  const [answer] = await once(asked, 'response')
  await text(answer)
  return answer.statusCode
}

const isMade = ({ attributes }: OtlpSpan) =>
  attributes.some(
    ({ key, value }) => key === 'http.response.status_code' && isDeepStrictEqual(value, { intValue: 201 }),
  )

const traceOf = (digit: string) => digit.repeat(32)
const parentOf = (digit: string) => `00-${traceOf(digit)}-${digit.repeat(16)}-01`

describeOnSqlite('a collector of OpenTelemetry', (_, urls) => {
  test('gets requests, their batch, statements, letters and pushes, and nothing of anybody', async () => {
    const collector = await startCollector()
    const service = await startPushService()
    const dataDir = temporaryFolder()
    const url = await urls.fresh()
    const database = openDatabase(url, { timeout: 4_000 })
    onTestFinished(() => database.close())
    const school = await seedFaultSchool(database, 4)
    const tokens = await signTokens(dataDir, 4)
    const [student, ...others] = school.students
    const moment = school.moments[3]?.id ?? 0
    const device = await subscribe(database, student?.id ?? 0, { origin: service.origin })
    const certificate = join(dataDir, 'push-service.pem')
    writeFileSync(certificate, service.ca)
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20verzamelaar',
      TRUST_PROXY: '127.0.0.1',
      NODE_ENV: 'test',
      NODE_EXTRA_CA_CERTS: certificate,
      PUSH_TEST_ORIGIN: service.origin,
    }
    const push = await makeKillableServer({ main: 'push-server/main.ts', databaseUrl: url, dataDir, env })
    const api = await makeKillableServer({
      main: 'api-server/main.ts',
      databaseUrl: url,
      dataDir,
      env: { ...env, PUSH_PORT: new URL(push.url).port },
    })
    onTestFinished(() => api.kill())
    onTestFinished(() => push.kill())
    await Promise.all([api.start(), push.start()])

    const tryToEnroll = (id: number, traceparent: string, from: string) =>
      ask(`${api.url}/api/v1/enrollment`, {
        from,
        method: 'POST',
        headers: { authorization: `Bearer ${tokens[id]}`, 'content-type': 'application/json', traceparent },
        body: JSON.stringify({ user_id: id, testmoment_id: moment, module_id: school.modules[0] }),
      })
    // A machine that is busy with other tests has it come back, as the app does.
    const enroll = async (...asked: Parameters<typeof tryToEnroll>) =>
      expect.poll(() => tryToEnroll(...asked), { timeout: 15_000 }).toBe(201)
    await enroll(student?.id ?? 0, parentOf('a'), '127.0.0.1')
    await Promise.all(others.map(({ id }) => enroll(id, parentOf('b'), '127.0.0.2')))
    const headers = { authorization: `Bearer ${tokens[1]}` }
    await ask(`${api.url}/push/kanarie?search=kanarie`, { headers: { ...headers, traceparent: parentOf('c') } })
    await ask(`${api.url}/push/kanarie`, { from: '127.0.0.2', headers: { ...headers, traceparent: parentOf('d') } })
    await ask(`${api.url}/api/v1/user/1?search=kanarie`, { headers })
    await ask(`${api.url}/api/v1/password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'student-1@faults.example' }),
    })
    await database.transaction((trx) => enqueue(trx, 'testmoment-opened', { testmoment_id: moment }, Date.now()))
    await expect.poll(() => service.received.length, { timeout: 15_000 }).toBeGreaterThan(0)
    const letters = () => database.kysely.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()
    await expect.poll(letters, { timeout: 15_000 }).toEqual([])
    // Ending, each sends what it still has.
    expect((await api.stop()).ended).toBe(0)
    expect((await push.stop()).ended).toBe(0)

    const named = (name: string) => collector.spans.filter((span) => span.name === name)
    const requests = named('POST /api/v1/enrollment').filter(isMade)
    const [first] = requests.filter(({ traceId }) => traceId === traceOf('a'))
    expect(first).toMatchObject({ service: 'wiskunde-api', parentSpanId: 'a'.repeat(16) })
    const [batch] = named('enrollment batch').filter(({ traceId }) => traceId === traceOf('a'))
    expect(batch?.parentSpanId).toBe(first?.spanId)
    const [transaction] = named('transaction').filter(({ parentSpanId }) => parentSpanId === batch?.spanId)
    const asked = collector.spans.filter(({ parentSpanId }) => parentSpanId === transaction?.spanId)
    expect(asked.map(({ name }) => name)).toContain('insert enrollment')

    // Each request leads to its batch, and the batch to each: by its parent, or by a link.
    expect(requests).toHaveLength(4)
    for (const { spanId, links = [] } of requests) {
      const [itsBatch] = named('enrollment batch').filter((one) => links.some((link) => link.spanId === one.spanId))
      expect([itsBatch?.parentSpanId, ...(itsBatch?.links ?? []).map((link) => link.spanId)]).toContain(spanId)
    }

    // The push server goes on with the trace of the API server; a stranger's is believed by neither.
    const passedOn = collector.spans.filter(({ traceId }) => traceId === traceOf('c'))
    expect(passedOn.map(({ service }) => service).sort()).toEqual(['wiskunde-api', 'wiskunde-push'])
    const strange = collector.spans.filter(({ traceId }) => ['b', 'd'].map(traceOf).includes(traceId))
    expect(strange).toEqual([])

    expect(named('mail send')).toHaveLength(1)
    expect(named('announce testmoment-opened')).toMatchObject([{ service: 'wiskunde-push' }])
    expect(named('push send').at(0)?.attributes).toEqual([
      { key: 'server.address', value: { stringValue: 'localhost' } },
      { key: 'push.outcome', value: { stringValue: 'sent' } },
    ])

    const collected = collector.bodies.join('\n')
    expect(collected).toContain('/v1/traces')
    expect(collected).toContain('"authorization":"Bearer verzamelaar"')
    const secrets = [student?.refresh_token ?? '', tokens[1] ?? '', new URL(device.endpoint).pathname]
    for (const canary of ['kanarie', 'student-', 'faults.example', 'Sam', 'de Vries', ...secrets])
      expect(collected).not.toContain(canary)
    expect(collected).not.toMatch(/"(http\.route|name)":?"[^"]*\/\d/)
  }, 60_000)

  test.each(['api-server/main.ts', 'push-server/main.ts'])(
    'that is not set has %s load neither SDK nor exporter',
    async (main) => {
      const databaseUrl = await urls.fresh()
      const packagesOf = async (env: NodeJS.ProcessEnv) => {
        const dataDir = temporaryFolder()
        const LOADED_MODULES = join(dataDir, 'loaded')
        const flags = ['--import', './tests/api/support/record-modules.ts']
        const server = await makeKillableServer({ main, databaseUrl, dataDir, flags, env: { ...env, LOADED_MODULES } })
        onTestFinished(() => server.kill())
        await server.start()
        expect((await server.stop()).ended).toBe(0)
        const names = readFileSync(LOADED_MODULES, 'utf8').matchAll(/\/node_modules\/@opentelemetry\/([\w-]+)\//g)
        return [...new Set([...names].map(([, name]) => name))].sort()
      }
      // prom-client brings it, and does nothing with it as long as nobody sets up more.
      expect(await packagesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toEqual(['api'])
      expect(await packagesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })).toEqual(
        expect.arrayContaining(['api', 'exporter-trace-otlp-http', 'sdk-trace']),
      )
    },
    60_000,
  )
})
