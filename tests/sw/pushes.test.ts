import { expect, it, vi } from 'vitest'
import { handlePushes } from '#sw/push/handle-pushes.ts'

/** A fake of IndexedDB, which Node has none of: it opens no database, and says so from `fail` on. */
function failingStorage() {
  class Opening extends EventTarget {
    readonly error = new DOMException('No storage', 'UnknownError')
  }
  const failing = Promise.withResolvers<void>()
  vi.stubGlobal('IDBRequest', Opening)
  vi.stubGlobal('indexedDB', {
    open: () => {
      const opening = new Opening()
      void failing.promise.then(() => opening.dispatchEvent(new Event('error')))
      return opening
    },
  })
  return { fail: failing.resolve }
}

/** A worker with one window, and a device whose storage answers only by `fail`. */
function worker() {
  const listeners = new Map<string, (event: object) => void>()
  const works: Promise<unknown>[] = []
  const posted: unknown[] = []
  const { fail } = failingStorage()
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: new URL('https://school.test'),
    navigator: {},
    registration: { pushManager: {}, showNotification: async () => undefined, getNotifications: async () => [] },
    clients: { matchAll: async () => [{ postMessage: (message: unknown) => posted.push(message) }] },
  })
  handlePushes()
  const give = (type: string, event: object) =>
    listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) })
  return { give, posted, fail, done: () => Promise.all(works) }
}

it('windows learn of a push once what is kept is outdated, or cannot be: they would read it as it was', async () => {
  const { give, posted, fail, done } = worker()
  give('push', { data: null })
  await new Promise(setImmediate)
  expect(posted).toEqual([])
  fail()
  await done()
  expect(posted).toEqual([{ type: 'push.received' }])
})

it.each([null, 'webpackOk', { type: 'other' }])(
  'a message of the browser’s own tools is passed over: %o',
  async (data) => {
    const { give, posted, done } = worker()
    give('message', { data, ports: [] })
    expect([await done(), posted]).toEqual([[], []])
  },
)
