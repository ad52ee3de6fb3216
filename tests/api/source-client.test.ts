import { lookup } from 'node:dns'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { openSourceClient, type Tag } from '#api-server/acts/source/source-client.ts'
import { blockListOf, type SourceConfig } from '#server/source-config.ts'
import { problem, sendJson, served } from '#tests/support/api/source-server.ts'
import { startSourceServer } from '#tests/support/api/start-source-server.ts'

vi.mock('node:dns', { spy: true })

const NOW = Date.parse('2026-03-10T02:00:00.000Z')
const people = Array.from({ length: 600 }, (_, index) => served(String(1_000 + index)))
const item = z.object({ personId: z.string() })
const listing = { path: '/persons', item }

/** A client that pauses at no time, and what it would have paused. */
function openClient(source: SourceConfig) {
  const pauses: number[] = []
  const stopping = new AbortController()
  const pause = async (ms: number) => pauses.push(ms)
  const client = openSourceClient({ source, clock: () => NOW, signal: stopping.signal, pause })
  onTestFinished(client.close)
  const read = async (given: Partial<Parameters<typeof client.pages<z.infer<typeof item>>>[0]> = {}) => {
    const ids: string[] = []
    for await (const { items } of client.pages({ ...listing, ...given }))
      ids.push(...(items ?? []).map(({ personId }) => personId))
    return ids
  }
  return { client, pauses, stopping, read }
}

test('a list is read page by page, 250 at a time, by a token for all of it', async () => {
  const source = await startSourceServer({ people })
  const { read } = openClient(source.config)
  expect(await read()).toEqual(people.map(({ personId }) => personId))
  expect(source.asked).toEqual([1, 2, 3].map((page) => `GET /oeapi/persons?pageSize=250&pageNumber=${page}`))
  expect(source.tokens).toBe(1)
})

// 59: https://github.com/authlib/authlib/issues/716; 1 and 0: https://github.com/wso2/api-manager/issues/773
test.each([
  [60, 1],
  [59, 1],
  [1, 1],
  [0, 3],
])('a list is read whole with tokens of %d s, and %d of them', async (seconds, count) => {
  const source = await startSourceServer({ people })
  source.tokenSeconds = seconds
  const { read } = openClient(source.config)
  expect(await read()).toHaveLength(people.length)
  expect(source.tokens).toBe(count)
})

test('an unchanged page is not sent again', async () => {
  const source = await startSourceServer({ people })
  const { client } = openClient(source.config)
  const etags = new Map<number, Tag | undefined>()
  for await (const { page, etag } of client.pages(listing)) etags.set(page, etag)
  const again: (number | undefined)[][] = []
  for await (const { page, items } of client.pages({ ...listing, etagOf: (page) => etags.get(page) }))
    again.push([page, items?.length])
  expect(again).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
  ])
})

test('a source that is busy or ill gets the time that it asks for', async () => {
  const source = await startSourceServer({ people })
  const answers = [
    () => ({ status: 429, headers: { 'retry-after': '17' } }),
    () => ({ status: 503, headers: { 'retry-after': new Date(NOW + 60_000).toUTCString() } }),
    () => ({ status: 500, headers: {} }),
  ]
  source.instead = (_, response) => {
    const next = answers.shift()?.()
    if (next) problem(response, next.status, next.headers)
    return next !== undefined
  }
  const { read, pauses } = openClient(source.config)
  expect(await read()).toHaveLength(600)
  expect(pauses.slice(0, 2)).toEqual([17_000, 60_000])
  expect(pauses[2]).toBeGreaterThanOrEqual(5_000)
})

test.for([
  ['a year', '31536000', []],
  ['more than there are numbers', '9'.repeat(400), []],
  ['less than nothing', '-5', ['usual', 'usual', 'usual']],
  ['until 1970', 'Thu, 01 Jan 1970 00:00:00 GMT', ['usual', 'usual', 'usual']],
  ['soon', 'in 5 minutes', ['usual', 'usual', 'usual']],
  ['a moment', '0', [0, 0, 0]],
] as const)('a source that asks to wait for %s', async ([, wait, expected]) => {
  const source = await startSourceServer({ people })
  source.instead = (_, response) => {
    problem(response, 429, { 'retry-after': wait })
    return true
  }
  const { read, pauses } = openClient(source.config)
  await expect(read()).rejects.toMatchObject({ code: 'source-away' })
  expect(pauses.map((ms) => (ms >= 5_000 && ms < 120_000 ? 'usual' : ms))).toEqual(expected)
})

test.for([404, 501])('a list that the source does not have, which it says by %d, is asked once', async (status) => {
  const source = await startSourceServer({ people })
  source.instead = (_, response) => {
    problem(response, status)
    return true
  }
  const { read, pauses } = openClient(source.config)
  await expect(read()).rejects.toMatchObject({ code: 'source-missing' })
  expect([source.asked.length, pauses]).toEqual([1, []])
})

test('a list with a byte order mark is read, and so is one with ids that are nested without end', async () => {
  const source = await startSourceServer()
  const nested = `{"personId":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
  source.instead = (_, response, path) => {
    if (path !== '/persons') return false
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`\uFEFF{"items":[${nested},{"personId":"one"}],"hasNextPage":false}`)
    return true
  }
  expect(await openClient(source.config).read()).toEqual(['one'])
})

test('a token that is refused is renewed once', async () => {
  const source = await startSourceServer({ people })
  let refusals = 1
  source.instead = (_, response) => {
    if (refusals === 0) return false
    refusals -= 1
    problem(response, 401)
    return true
  }
  const { read } = openClient(source.config)
  expect(await read()).toHaveLength(600)
  expect(source.tokens).toBe(2)
  refusals = 2
  await expect(read()).rejects.toMatchObject({ code: 'source-refused' })
})

test('reads a source of a later minor version', async () => {
  for (const version of ['6.1', '6.0.2', '6']) {
    const source = await startSourceServer({ people })
    source.instead = (_, response, path) => {
      if (path !== '/persons') return false
      response.setHeader('content-type', `application/json; version=${version}`)
      response.end(JSON.stringify({ items: people.slice(0, 3), hasNextPage: false }))
      return true
    }
    expect(await openClient(source.config).read(), version).toHaveLength(3)
  }
})

test('ignores the number of pages that the source reports', async () => {
  const source = await startSourceServer({ people })
  source.instead = (request, response, path) => {
    const page = Number(new URL(request.url ?? '', 'http://source').searchParams.get('pageNumber'))
    if (path !== '/persons') return false
    const items = people.slice((page - 1) * 250, page * 250)
    sendJson(response, 200, { pageSize: 250, pageNumber: page, totalPages: 1, items })
    return true
  }
  const { read } = openClient(source.config)
  expect(await read()).toHaveLength(600)
})

test.for([
  ['the same page for ever', 'source-repeats', { status: 200, body: { items: people.slice(0, 3), hasNextPage: true } }],
  ['no list', 'source-unreadable', { status: 200, body: { items: 'none' } }],
  ['no JSON', 'source-unreadable', { status: 200, body: '<html>' }],
  ['an error of ours', 'source-unreadable', { status: 400, body: {} }],
  ['a list that is not there', 'source-missing', { status: 404, body: {} }],
  ['a client that may not', 'source-refused', { status: 403, body: {} }],
  ['version 5.0', 'source-version', { status: 200, version: '5.0', body: { items: [] } }],
  ['no acceptable version', 'source-version', { status: 406, body: {} }],
  ['a redirect to another origin', 'source-elsewhere', { status: 302, to: 'https://elsewhere.example/persons' }],
  ['a redirect to another port', 'source-elsewhere', { status: 307, to: 'http://127.0.0.1:1/persons' }],
  ['redirects without end', 'source-repeats', { status: 308, to: '/oeapi/persons' }],
  ['compressed bytes', 'source-unreadable', { status: 200, encoding: 'gzip', body: { items: [] } }],
  ['10 GB as it says', 'source-too-large', { status: 200, size: '10000000000', body: '' }],
  [
    'letters of another alphabet than UTF-8',
    'source-unreadable',
    { status: 200, body: Buffer.from('{"items":[{"personId":"Andr\xe9"}],"hasNextPage":false}', 'latin1') },
  ],
  ['an unchanged page that was never asked for', 'source-unreadable', { status: 304 }],
  ['nothing for ever', 'source-away', { status: 503, body: {} }],
] as const)('%s ends a run: %s', async ([, code, told]) => {
  const source = await startSourceServer({ people })
  source.instead = (_, response) => {
    const {
      status,
      body = '',
      to,
      encoding,
      size,
      version,
    } = { to: undefined, encoding: undefined, size: undefined, version: '6.0', body: '', ...told }
    response.writeHead(status, {
      'content-type': `application/json; version=${version}`,
      link: '<https://elsewhere.example/persons>; rel="next"',
      ...(to && { location: to }),
      ...(encoding && { 'content-encoding': encoding }),
      ...(size && { 'content-length': size }),
    })
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
    return true
  }
  const { read } = openClient(source.config)
  await expect(read()).rejects.toMatchObject({ code })
})

test('an answer without end is cut off at 8 MB', async () => {
  const source = await startSourceServer()
  let sent = 0
  source.instead = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536
      if (!response.destroyed) response.once('drain', more)
    }
    more()
    return true
  }
  const { read } = openClient(source.config)
  await expect(read()).rejects.toMatchObject({ code: 'source-too-large' })
  expect(sent).toBeLessThan(40_000_000)
})

test('a redirect within its origin is followed, with the token', async () => {
  const source = await startSourceServer({ people })
  source.instead = (_, response, path) => {
    if (path !== '/people') return false
    response.writeHead(307, { location: '/oeapi/persons?pageSize=250&pageNumber=3' }).end()
    return true
  }
  const { read } = openClient(source.config)
  expect(await read({ path: '/people' })).toHaveLength(100)
})

test.for([
  'http://127.0.0.1:1/x',
  'http://10.0.0.8/x',
  'http://169.254.169.254/latest',
  'http://[::1]/x',
  'http://[::ffff:10.0.0.8]/x',
  'http://[fd00::1]/x',
  'http://[64:ff9b::a00:8]/x',
  'http://[2002:a00:8::]/x',
  'http://localhost:1/x',
  'http://2130706433/x',
  'http://0x7f.1/x',
])('%s is no address of a source unless a setting lists it', async (url) => {
  const source = await startSourceServer()
  const { read } = openClient({ ...source.config, url, tokenUrl: url, privateRanges: blockListOf([]) })
  await expect(read()).rejects.toMatchObject({ code: 'source-address' })
  const mixed = openClient({ ...source.config, url })
  if (!/127|localhost|2130706433|0x7f/.test(url))
    await expect(mixed.read()).rejects.toMatchObject({ code: 'source-address' })
})

test('a name with one address that is not allowed is refused, whatever its others are', async () => {
  const source = await startSourceServer()
  const { read } = openClient({ ...source.config, ...at('two-addresses.test', source.config) })
  const addresses = ['127.0.0.1', '10.0.0.8'].map((address) => ({ address, family: 4 }))
  vi.mocked(lookup).mockImplementation(((_host: string, _options: object, callback: (...found: unknown[]) => void) =>
    callback(null, addresses)) as typeof lookup)
  onTestFinished(() => void vi.mocked(lookup).mockRestore())
  await expect(read()).rejects.toMatchObject({ code: 'source-address' })
  expect([source.asked, source.tokens]).toEqual([[], 0])
})

/** The source's addresses by another name of its host. */
function at(hostname: string, { url, tokenUrl }: SourceConfig) {
  const [named, token] = [new URL(url), new URL(tokenUrl)]
  named.hostname = hostname
  token.hostname = hostname
  return { url: named.href, tokenUrl: token.href }
}

test('a server that stops ends a request at once', async () => {
  const source = await startSourceServer()
  source.instead = () => true
  const { read, stopping } = openClient(source.config)
  const reading = read()
  setImmediate(() => stopping.abort())
  await expect(reading).rejects.toThrow()
})
