import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'

const words: unknown[] = []
const worker = {
  registration: { waiting: null as null | { postMessage(word: unknown): void } },
  windows: 0,
  clients: { matchAll: async () => Array.from({ length: worker.windows }, () => ({})) },
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('self', worker)
  words.length = 0
  worker.windows = 0
  worker.registration.waiting = { postMessage: (word) => words.push(word) }
})
afterEach(() => vi.unstubAllGlobals())

/** Opens the page as the browser would, once for each, with one worker. */
async function openings() {
  const { restartingFirst } = await import('#sw/updates.ts')
  const page = restartingFirst(async () => new Response('page'))
  return async ({ isReload = false } = {}) => {
    const navigation = new Request('https://school.test/')
    const response = await page({
      request: Object.defineProperty(navigation, 'isReloadNavigation', { value: isReload }),
    })
    const text = await response.text()
    return text.includes('location.replace') ? 'asks again' : text
  }
}

it('a start with no other window lets in the version that waits, by asking for the page once more', async () => {
  const open = await openings()
  expect(await open()).toBe('asks again')
  expect(words).toEqual([{ type: 'SKIP_WAITING' }])
})

it('so does reloading the only window', async () => {
  const open = await openings()
  worker.windows = 1
  expect(await open({ isReload: true })).toBe('asks again')
})

it.each([
  ['another window is open', 1, false],
  ['one of two is reloaded', 2, true],
])('where %s nothing is replaced under it', async (_, windows, isReload) => {
  const open = await openings()
  worker.windows = windows
  expect(await open({ isReload })).toBe('page')
  expect(words).toEqual([])
})

it('a version that cannot take over is not tried twice: people get their page', async () => {
  const open = await openings()
  await open()
  expect(await open()).toBe('page')
})

it('the page that asks again may run its own script and nothing else', async () => {
  const { restartingFirst } = await import('#sw/updates.ts')
  const page = restartingFirst(async () => new Response('page'))
  const response = await page({ request: new Request('https://school.test/') })
  const nonce = /<script nonce="([^"]+)">/.exec(await response.text())?.[1]
  expect(nonce).toMatch(/^[0-9a-f-]{36}$/)
  expect(response.headers.get('content-security-policy')).toBe(`default-src 'none'; script-src 'nonce-${nonce}'`)
})

it('with nothing that waits the page is all there is', async () => {
  const open = await openings()
  worker.registration.waiting = null
  expect(await open()).toBe('page')
})

it.each([
  ['with nothing behind it', '', 'replace'],
  ['with a fragment, where nothing else would ask for it', '#school-code=tVn5cK2m', 'reload'],
])('the page is asked for once more at an address %s', async (_, hash, how) => {
  const { restartingFirst } = await import('#sw/updates.ts')
  const answer = await restartingFirst(async () => new Response('page'))({
    request: new Request('https://school.test/'),
  })
  const [, script = ''] = /<script[^>]*>([\s\S]*)<\/script>/.exec(await answer.text()) ?? []
  const asked: string[] = []
  const location = { hash, href: `https://school.test/${hash}`, reload: () => asked.push('reload') }
  const browser = { serviceWorker: { getRegistration: async () => undefined } }
  const run = new Function('location', 'navigator', script)
  run({ ...location, replace: () => asked.push('replace') }, browser)
  await eventually(() => expect(asked).not.toEqual([]))
  expect(asked).toEqual([how])
})
