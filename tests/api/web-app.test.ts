import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#api-server/app.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const PICK = "document.title = 'inline'"
const STYLE = 'h1 { color: green }'
const MAIN = '<script defer crossorigin src="/assets/main-abc123.js"></script>'
const PAGE = `<!doctype html><title>Wiskunde inschrijven</title>${MAIN}<style>${STYLE}</style><script>${PICK}</script>`
const SCRIPT = 'export const answer = 42'
const GOODBYE = 'registration.unregister()'

let database: Database
beforeAll(() => {
  database = openDatabase('sqlite::memory:')
})
afterAll(() => database.close())

async function start(env: Record<string, string> = {}) {
  const folder = temporaryFolder()
  const webApp = join(folder, 'dist')
  mkdirSync(join(webApp, 'assets'), { recursive: true })
  writeFileSync(join(webApp, 'index.html'), PAGE)
  writeFileSync(join(webApp, 'sw.js'), SCRIPT)
  writeFileSync(join(webApp, 'sw-off.js'), GOODBYE)
  writeFileSync(join(webApp, 'manifest.webmanifest'), '{}')
  writeFileSync(join(webApp, '.env'), 'secret')
  writeFileSync(join(webApp, 'assets/main-abc123.js'), SCRIPT)
  writeFileSync(join(webApp, 'assets/main-abc123.js.br'), brotliCompressSync(SCRIPT))
  const app = await buildApp({
    database,
    config: readConfig({ DATA_DIR: folder, ...env }),
    webApp,
    logs: { write: () => {} },
  })
  onTestFinished(() => app.close())
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  const head = (url: string) => app.inject({ url, method: 'HEAD' })
  return { app, get, head }
}

const asPage = { accept: 'text/html,application/xhtml+xml' }

test('every address that a person opens is the app, never kept without asking', async () => {
  const { get } = await start()
  for (const url of ['/', '/student/modules', '/activate/abc', '/index.html?x=1']) {
    const reply = await get(url, asPage)
    expect(reply.statusCode, url).toBe(200)
    expect(reply.body).toBe(PAGE)
    expect(reply.headers['cache-control']).toBe('no-cache')
    expect(reply.headers['content-type']).toMatch(/^text\/html/)
    expect(reply.headers.link).toBe('</assets/main-abc123.js>; rel=preload; as=script; crossorigin; fetchpriority=low')
  }
  expect((await get('/assets/main-abc123.js')).headers.link).toBeUndefined()
})

test.each(['*/*', 'text/*', 'text/*;q=0.5, image/png', 'image/avif,*/*;q=0.8', undefined])(
  'a screen is there for whom takes %j too, and a file that is not there is none',
  async (accept) => {
    const { get } = await start()
    for (const url of ['/', '/student/modules', '/activate/abc', '/student/modules?module=1.5']) {
      const reply = await get(url, { ...(accept && { accept }) })
      expect([reply.statusCode, reply.body], url).toEqual([200, PAGE])
    }
    for (const url of ['/assets/gone', '/assets/gone-123.js', '/.env', '/api/v1/nowhere', '/health/nowhere'])
      expect((await get(url, { ...(accept && { accept }) })).statusCode, url).toBeGreaterThanOrEqual(400)
    expect((await get('/student/modules', { accept: 'application/json' })).statusCode).toBe(404)
  },
)

test.each([
  // An address that was joined of two parts, and one that a message cut off within a sign.
  ['//student/modules?module=3', '/student/modules?module=3'],
  ['///activate/abc', '/activate/abc'],
  ['//evil.example/x', '/evil.example/x'],
  ['/student/%E0%A4%A', '/'],
  ['/student/%', '/'],
  ['//', '/'],
])('a person who opens %s is led to %s, and a program reads what is wrong', async (url, location) => {
  const { get } = await start()
  const page = await get(url, asPage)
  expect([page.statusCode, page.headers.location]).toEqual([302, location])
  expect(page.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  const program = await get(url, { accept: 'application/json' })
  expect([program.statusCode, program.json().reason]).toEqual([400, 'request-malformed'])
})

test('a HEAD request learns that a page is there', async () => {
  const { head } = await start()
  for (const url of ['/', '/student/modules', '/student/modules?module=1']) {
    const reply = await head(url)
    expect([reply.statusCode, reply.body], url).toEqual([200, ''])
  }
  for (const url of ['/assets/gone-123.js', '/.env', '/api/v1/nowhere'])
    expect((await head(url)).statusCode, url).toBeGreaterThanOrEqual(400)
})

test('calendars may fetch what students subscribe to, and nobody is led to anything else', () => {
  const lines = readFileSync(new URL('../../public/robots.txt', import.meta.url), 'utf8').split('\n')
  expect(lines).toEqual(expect.arrayContaining(['Allow: /api/v1/calendar/', 'Disallow: /']))
})

test('a file that is not there is not the app, nor is an unknown path of the API', async () => {
  const { get } = await start()
  for (const [url, headers] of [
    ['/assets/gone-123.js', {}],
    ['/api/v1/nowhere', asPage],
    ['/api/v2', asPage],
    ['/health/nowhere', asPage],
    ['/.env', {}],
    ['/assets/%2e%2e/%2e%2e/keys/access-token.key', {}],
    ['/..%2fkeys/access-token.key', {}],
  ] as const) {
    const reply = await get(url, headers)
    expect(reply.statusCode, url).toBeGreaterThanOrEqual(400)
    expect(reply.json()).toHaveProperty('reason')
  }
  for (const url of ['/oeapi/v6/buildings', '/oeapi/v7/persons', '/oeapi/nowhere']) {
    const reply = await get(url, asPage)
    expect([reply.statusCode, reply.headers['content-type']], url).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
  }
})

test('hashed files are kept for good and come compressed; the worker and the manifest are asked for each time', async () => {
  const { get } = await start()
  const script = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip, br' })
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(script.headers['content-encoding']).toBe('br')
  expect(script.headers['content-type']).toMatch(/javascript/)
  expect((await get('/assets/main-abc123.js')).body).toBe(SCRIPT)
  expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache')
  const manifest = await get('/manifest.webmanifest')
  expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/)
  expect(manifest.headers['cache-control']).toBe('no-cache')
})

test('a worker that is switched off is replaced by one that goes, which nobody keeps either', async () => {
  const { get } = await start({ SERVICE_WORKER: 'off' })
  const worker = await get('/sw.js')
  expect(worker.body).toBe(GOODBYE)
  expect(worker.headers['content-type']).toMatch(/javascript/)
  expect(worker.headers['cache-control']).toBe('no-cache')
  expect(
    (await get('/sw.js', { 'if-none-match': String((await (await start()).get('/sw.js')).headers.etag) })).body,
  ).toBe(GOODBYE)
})

test('pages, files, answers and refusals carry the security headers', async () => {
  const { get } = await start()
  for (const url of ['/', '/sw.js', '/health/live', '/api/v1/user', '/nowhere.js']) {
    const { headers } = await get(url)
    const policy = String(headers['content-security-policy'])
    expect(policy, url).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['strict-transport-security']).toBeUndefined()
  }
})

test('only inline code that the build wrote into the page runs, unchanged', async () => {
  const { get } = await start()
  const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  const policy = String((await get('/', asPage)).headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' ${hashOf(PICK)};`)
  expect(policy).toContain(`style-src 'self' ${hashOf(STYLE)};`)
})

test('an https address asks browsers to stay with https', async () => {
  const { get } = await start({ PUBLIC_URL: 'https://toetsen.school.test' })
  expect((await get('/')).headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
})

test('what the API answers is kept nowhere', async () => {
  const { get } = await start()
  expect((await get('/api/v1/user')).headers['cache-control']).toBe('no-store')
})

test('requests under /push go to the push server unchanged, and its answers come back', async () => {
  const pushServer = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      response.writeHead(202, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ url: request.url, method: request.method, auth: request.headers.authorization, body }),
      )
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void pushServer.close())
  await once(pushServer, 'listening')
  const address = pushServer.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { app } = await start({ PUSH_PORT: String(port) })
  const reply = await app.inject({
    method: 'POST',
    url: '/push/subscriptions?x=1',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    payload: '{"a":1}',
  })
  expect(reply.statusCode).toBe(202)
  expect(reply.json()).toEqual({ url: '/push/subscriptions?x=1', method: 'POST', auth: 'Bearer t', body: '{"a":1}' })
})

test('while the push server is away only /push is unavailable', async () => {
  const { get } = await start({ PUSH_PORT: '1' })
  const reply = await get('/push/subscriptions')
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toMatchObject({ reason: 'unavailable' })
  expect(reply.headers['retry-after']).toBe('1')
  expect((await get('/health/live')).statusCode).toBe(200)
})
