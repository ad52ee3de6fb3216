import { gunzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { EVENT_STREAM, ICALENDAR, PDF, XLSX } from '#contract/endpoint.ts'
import { operations } from '#contract/operations.ts'
import { reasonTexts } from '#contract/refusals.texts.ts'
import { statusOfReason } from '#contract/refusals.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'

const UNCHANGED = '304'

/** Visitors' mistakes are answered in sentences, or in codes of their own; every other reason is in the table. */
const refusalSchema = z.object({
  content: z.object({
    'application/json': z.object({
      schema: z.object({ properties: z.object({ reason: z.object({ enum: z.array(z.string()).default([]) }) }) }),
    }),
  }),
})

const operationSchema = z.object({
  summary: z.string().min(1),
  operationId: z.string().min(1),
  tags: z.tuple([z.string().min(1)]),
  requestBody: z.unknown().optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional() })).optional(),
  responses: z.record(z.string(), z.unknown()),
})

const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  servers: z.tuple([z.object({ url: z.literal('/api/v1') })]),
  paths: z.record(z.string().startsWith('/'), z.record(z.string(), operationSchema)),
})

/** Read once: the document is the same for all, and making it takes as long as a server. */
let known: ReturnType<typeof askForOperations> | undefined
const readOperations = () => {
  known ??= askForOperations()
  return known
}

async function askForOperations() {
  const database = openDatabase('sqlite::memory:')
  const api = await startTestApi(database)
  const { status, body } = await api.ask('GET /openapi.json')
  await database.close()
  expect(status).toBe(200)
  return Object.entries(documentSchema.parse(body).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, ...operation })),
  )
}

const isReason = (reason: string): reason is keyof typeof reasonTexts => Object.hasOwn(reasonTexts, reason)

const reasonsIn = (response: unknown) =>
  refusalSchema.parse(response).content['application/json'].schema.properties.reason.enum

test('every operation describes its replies, and each reason under its own status', async () => {
  for (const { name, responses } of await readOperations()) {
    const kinds = Object.entries(responses).map(([status, response]) => ({ status: Number(status), response }))
    expect(
      kinds.some(({ status }) => status === 200 || status === 201),
      name,
    ).toBe(true)
    for (const { status, response } of kinds.filter((kind) => kind.status >= 400))
      for (const reason of reasonsIn(response))
        if (isReason(reason)) expect(statusOfReason(reason), `${name}: ${reason}`).toBe(status)
  }
})

test('every refusal carries a sentence for people', async () => {
  const required = z.object({ required: z.array(z.string()) })
  const schemaIn = z.object({ content: z.object({ 'application/json': z.object({ schema: required }) }) })
  for (const { name, responses } of await readOperations())
    for (const [status, response] of Object.entries(responses))
      if (Number(status) >= 400)
        expect(schemaIn.parse(response).content['application/json'].schema.required, `${name}, ${status}`).toEqual(
          expect.arrayContaining(['reason', 'message']),
        )
})

test('callers who need a token can read how it can be missing, expired and revoked, and where others’ records refuse them', async () => {
  for (const { name, security, responses } of await readOperations())
    if (security.some((scheme) => 'bearer' in scheme))
      expect(reasonsIn(responses[401]), name).toEqual(
        expect.arrayContaining(['token-missing', 'token-expired', 'token-revoked']),
      )
  const described = new Map((await readOperations()).map(({ name, responses }) => [name, responses]))
  const judged = operations.filter(({ call, subject }) => {
    const reach = call.reach
    return subject !== 'push' && !['anybody', 'invigilator', 'account', 'owner'].includes(reach)
  })
  expect(judged.length).toBeGreaterThan(100)
  for (const { call } of judged) {
    const name = `${call.method.toLowerCase()} ${call.path.replace(/:(\w+)/g, '{$1}')}`
    expect(reasonsIn(described.get(name)?.[403]), name).toContain('not-yours')
    if (call.reach === 'student-self') expect(reasonsIn(described.get(name)?.[404]), name).toContain('not-found')
  }
})

test('every {parameter} of a path is described', async () => {
  for (const { name, path, parameters = [] } of await readOperations()) {
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => `{${parameter.name}}`)
    expect(inPath, name).toEqual(path.match(/\{\w+\}/g) ?? [])
  }
})

test('enrolling lists each refusal of its rule', async () => {
  const enroll = (await readOperations()).find(({ name }) => name === 'post /enrollment')
  expect(Object.keys(enroll?.responses ?? {})).toEqual(expect.arrayContaining(['200', '201']))
  expect(reasonsIn(enroll?.responses[422]).toSorted()).toEqual([
    'enrollments-closed',
    'existing-enrollment',
    'key-reused',
    'module-completed',
    'module-unavailable',
    'moment-full',
    'no-slots-left',
    'schoolyear-inactive',
    'testmoment-past',
  ])
})

test('logging out and pages that lead elsewhere are answered by a text, lists to take along by files, news by a stream, and everything else by JSON', async () => {
  const others: Partial<Record<string, string>> = {
    'post /token/invalidate': 'text/plain',
    'get /school_login': 'text/plain',
    'get /school_login/callback': 'text/plain',
    'get /school_login/end': 'text/plain',
    'post /school_login/backchannel_logout': 'text/plain',
    'get /testmoment/{id}/export': XLSX,
    'get /testmoment/{id}/presence-checklist': PDF,
    'get /testmoment/{id}/extra-time': PDF,
    'get /testmoment/{id}/results/export': XLSX,
    'get /schoolyear/{id}/result-statistics/export': XLSX,
    'get /schoolyear/{id}/gradebook/export': XLSX,
    'get /users/export': XLSX,
    'get /audit/export': XLSX,
    'get /enrollment/{id}/calendar': ICALENDAR,
    'get /calendar/{key}/toetsen.ics': ICALENDAR,
    'get /live': EVENT_STREAM,
  }
  for (const { name, responses } of await readOperations()) {
    const { content } = z.object({ content: z.record(z.string(), z.unknown()) }).parse(responses[200] ?? responses[201])
    expect(Object.keys(content), name).toEqual([others[name] ?? 'application/json'])
  }
})

test('the document is one by its own standard', async () => {
  const database = openDatabase('sqlite::memory:')
  const { body } = await (await startTestApi(database)).ask('GET /openapi.json')
  await database.close()
  expect(await new Validator().validate(z.record(z.string(), z.unknown()).parse(body))).toEqual({ valid: true })
})

const mediaSchema = z.record(
  z.string(),
  z.object({
    schema: z.looseObject({ examples: z.array(z.unknown()).default([]) }),
    example: z.unknown().optional(),
    examples: z.record(z.string(), z.object({ value: z.unknown().optional() })).default({}),
  }),
)

test('every body, reply and refusal has an example, and each is what its schema says', async () => {
  const described = z.object({ content: mediaSchema })
  for (const { name, requestBody, responses } of await readOperations())
    for (const [where, content] of Object.entries({ body: requestBody, ...responses })) {
      if (content === undefined || where === UNCHANGED) continue
      for (const { schema, example, examples } of Object.values(described.parse(content).content)) {
        const all = [...schema.examples, ...Object.values(examples).map(({ value }) => value)]
        if (example !== undefined) all.push(example)
        expect(all.length, `${name}, ${where}`).toBeGreaterThan(0)
        for (const one of all)
          expect(z.fromJSONSchema(schema).safeParse(one).error?.issues, `${name}, ${where}`).toBeUndefined()
      }
    }
})

test('every reply read with a token has a tag, and can be requested again by that tag', async () => {
  const tagged = z.object({ headers: z.object({ etag: z.unknown() }) })
  for (const { name, security, parameters = [], responses } of await readOperations()) {
    const [json] = Object.keys(Object(Object(responses[200]).content))
    const isTagged = name.startsWith('get ') && security.length > 0 && json === 'application/json'
    expect(UNCHANGED in responses, name).toBe(isTagged)
    expect(
      parameters.some((parameter) => parameter.name === 'if-none-match'),
      name,
    ).toBe(isTagged)
    if (isTagged) for (const status of [200, UNCHANGED]) tagged.parse(responses[status])
  }
})

test('every operation has a name of its own, and a group', async () => {
  const all = await readOperations()
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
})

test('the description is made once, is sent compressed, and not at all to clients that have it', async () => {
  const database = openDatabase('sqlite::memory:')
  const api = await startTestApi(database)
  const first = await api.ask('GET /openapi.json')
  expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache', etag: expect.any(String) } })
  const makingText = vi.spyOn(JSON, 'stringify')
  expect(await api.ask('GET /openapi.json')).toMatchObject({ status: 200, body: first.body })
  const ask = (coding: string) =>
    api.app.inject({ url: '/api/v1/openapi.json', headers: { 'accept-encoding': coding } })
  const compressed = await ask('br, gzip')
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    etag: first.headers.etag,
  })
  expect(JSON.parse(gunzipSync(compressed.rawPayload).toString())).toEqual(first.body)
  expect((await ask('gzip;q=0, br')).json()).toEqual(first.body)
  const known = await api.ask('GET /openapi.json', { headers: { 'if-none-match': String(first.headers.etag) } })
  expect(known).toMatchObject({ status: 304, body: '', headers: { etag: first.headers.etag } })
  expect(makingText).not.toHaveBeenCalledWith(expect.objectContaining({ openapi: '3.1.0' }))
  makingText.mockRestore()
  await database.close()
})
