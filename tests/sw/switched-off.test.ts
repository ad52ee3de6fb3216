import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'

/** Rows by store of a database in IndexedDB, which Node has none of. */
type FakeDatabase = Map<string, string[]>

interface FakeWindow {
  url: string
  /** what it answers when it is asked whether somebody types there; undefined where it answers nothing */
  isInUse: boolean | undefined
  loads: number
}

let databases: Map<string, FakeDatabase>
let caches: Set<string>
let isRegistered: boolean

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.resetModules()
  isRegistered = true
  caches = new Set(['code', 'code-of-old-windows'])
  databases = new Map([
    ['lists', new Map([['lists', ['modules of a student']]])],
    ['push', new Map([['owner', ['a student']]])],
    [
      'presence',
      new Map([
        ['lists', ['names of students']],
        ['ticks', ['unsent']],
        ['devices', ['its token']],
      ]),
    ],
  ])
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens at once, with all stores that there are; an emptied store is empty as soon as its transaction is done. */
function openFake(name: string) {
  const database = databases.get(name) ?? new Map<string, string[]>()
  const opening = { onsuccess: () => {}, result: {} }
  opening.result = {
    objectStoreNames: { contains: (store: string) => database.has(store) },
    close: () => {},
    transaction: (store: string) => {
      const emptying = {
        oncomplete: () => {},
        objectStore: () => ({ clear: () => database.set(store, []) }),
      }
      queueMicrotask(() => emptying.oncomplete())
      return emptying
    },
  }
  queueMicrotask(() => opening.onsuccess())
  return opening
}

/** The worker becomes active while these windows are open; resolves once it has done all that it does. */
async function activate(windows: FakeWindow[], { namesDatabases = true } = {}): Promise<void> {
  const listeners = new Map<string, (event: { waitUntil: (work: Promise<void>) => void }) => void>()
  const clients = windows.map((window) => ({
    url: window.url,
    navigate: async () => {
      window.loads += 1
    },
    postMessage: (_: unknown, [port]: [MessagePort]) => {
      if (window.isInUse !== undefined) port.postMessage(window.isInUse)
    },
  }))
  vi.stubGlobal('caches', {
    keys: async () => [...caches],
    delete: async (name: string) => caches.delete(name),
  })
  vi.stubGlobal('indexedDB', {
    ...(namesDatabases && { databases: async () => [...databases.keys()].map((name) => ({ name })) }),
    deleteDatabase: (name: string) => databases.delete(name),
    open: openFake,
  })
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: never) => listeners.set(type, listener),
    clients: { matchAll: async () => clients },
    registration: {
      unregister: async () => {
        isRegistered = false
      },
    },
  })
  await import('#sw/switched-off.ts')
  const works: Promise<void>[] = []
  listeners.get('activate')?.({ waitUntil: (work) => works.push(work) })
  await Promise.all(works)
}

it.for([
  ['', true],
  [', also in a browser that does not name what it keeps', false],
] as const)(
  'takes along all that it kept but unsent ticks, and the token by which they are sent%s',
  async ([, namesDatabases]) => {
    await activate([], { namesDatabases })
    expect(isRegistered).toBe(false)
    expect(caches).toEqual(new Set())
    expect([...databases.keys()]).toEqual(['presence'])
    expect(Object.fromEntries(databases.get('presence') ?? [])).toEqual({
      lists: [],
      ticks: ['unsent'],
      devices: ['its token'],
    })
  },
)

it('loads each window again without a worker, but where somebody types', async () => {
  const idle = { url: '/student/modules', isInUse: false, loads: 0 }
  const typing = { url: '/settings/user', isInUse: true, loads: 0 }
  await activate([idle, typing])
  expect([idle.loads, typing.loads]).toEqual([1, 0])
})

it('also one that does not answer, but no sooner than a slow phone would', async () => {
  const silent = { url: '/student/history', isInUse: undefined, loads: 0 }
  const activated = activate([silent])
  await eventually(() => expect(vi.getTimerCount()).toBe(1))
  await vi.advanceTimersByTimeAsync(9_000)
  expect(silent.loads).toBe(0)
  await vi.advanceTimersByTimeAsync(1_000)
  await activated
  expect(silent.loads).toBe(1)
})
