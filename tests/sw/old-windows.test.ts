import { beforeEach, expect, it, vi } from 'vitest'

const AT = 'https://school.test'

/** Part of a browser's caches that the worker uses; Node has none. */
class FakeCache {
  readonly #entries = new Map<string, string>()
  readonly #urlOf = (request: Request | string) => new URL(typeof request === 'string' ? request : request.url, AT).href

  keys = async () => [...this.#entries.keys()].map((url) => new Request(url))
  put = async (request: Request | string, response: Response) =>
    void this.#entries.set(this.#urlOf(request), await response.text())
  delete = async (request: Request | string) => this.#entries.delete(this.#urlOf(request))
  match = async (request: Request | string) => {
    const text = this.#entries.get(this.#urlOf(request))
    return text === undefined ? undefined : new Response(text)
  }
}

const browser = { windows: 0, caches: new Map<string, FakeCache>() }

beforeEach(() => {
  vi.resetModules()
  browser.caches.clear()
})

/** A worker whose version has `new.js` takes over from one that had `old.js`, while `windows` windows are open. */
async function takeOver(windows: number) {
  const listeners: ((event: { waitUntil: (work: Promise<unknown>) => void }) => void)[] = []
  const caches = {
    open: async (name: string) => {
      const cache = browser.caches.get(name) ?? new FakeCache()
      browser.caches.set(name, cache)
      return cache
    },
    delete: async (name: string) => browser.caches.delete(name),
    keys: async () => [...browser.caches.keys()],
  }
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('location', new URL(AT))
  vi.stubGlobal('registration', { scope: `${AT}/` })
  vi.stubGlobal('self', {
    __WB_MANIFEST: [{ url: 'assets/new.js', revision: null }],
    caches,
    location: new URL(AT),
    registration: { scope: `${AT}/` },
    clients: { matchAll: async () => Array.from({ length: windows }, () => ({})) },
    addEventListener: (type: string, listener: never) => type === 'activate' && listeners.push(listener),
  })
  const precached = await caches.open(`workbox-precache-v2-${AT}/`)
  await precached.put('/assets/old.js', new Response('code of before'))
  await precached.put('/index.html', new Response('page of before'))

  const { keepShell } = await import('#sw/precache.ts')
  keepShell()
  const works: Promise<unknown>[] = []
  for (const listener of listeners) listener({ waitUntil: (work) => works.push(work) })
  for (let seen = -1; seen < works.length; ) {
    seen = works.length
    await Promise.all(works)
  }
  const kept = browser.caches.get('code-of-old-windows')
  return {
    isPrecached: async (path: string) => (await precached.match(path)) !== undefined,
    kept: kept ? (await kept.keys()).map(({ url }) => new URL(url).pathname) : [],
  }
}

it('a version that takes over keeps the code that it replaces, for windows that still run it', async () => {
  const { isPrecached, kept } = await takeOver(1)
  expect(kept).toEqual(['/assets/old.js'])
  expect(await isPrecached('/assets/old.js')).toBe(false)
})

it('and keeps nothing where no window is open', async () => {
  const { isPrecached, kept } = await takeOver(0)
  expect(kept).toEqual([])
  expect(await isPrecached('/assets/old.js')).toBe(false)
})
