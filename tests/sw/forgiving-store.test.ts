import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgivingStore, KEPT_SHAPE, type KeptList, type ListStore } from '#sw/lists/list-store.ts'
import { answeringApi } from '#tests/machines/support/answering-api.ts'
import { askingWorker } from './support/asking.ts'
import { memoryStore } from './support/memory-store.ts'

const list: KeptList = {
  reader: 7,
  url: '/api/v1/user',
  status: 200,
  shape: KEPT_SHAPE,
  body: '{}',
  etag: null,
  keptAt: 1,
}

const refusing = (error: DOMException): ListStore => {
  const refuse = () => Promise.reject(error)
  return { find: refuse, keep: refuse, drop: refuse, giveTo: refuse, amend: refuse, outdate: refuse }
}

const newer = new DOMException('The requested version is less than the existing one', 'VersionError')
const full = new DOMException('No room', 'QuotaExceededError')
const closed = new DOMException('A private window', 'InvalidStateError')

describe.each([newer, full, closed])('a store that says $name', (error) => {
  it('leaves a page with the server’s answers', async () => {
    const { origin } = await answeringApi({ body: { entities: [] } })
    const { askServer, askKept, settled } = askingWorker(forgivingStore(refusing(error), async () => {}))
    expect((await askServer(`${origin}/api/v1/user`, 7)).status).toBe(200)
    await settled()
    expect((await askKept(`${origin}/api/v1/user`, 7)).status).toBe(204)
  })

  it('does not fail a caller that outdates or drops', async () => {
    const store = forgivingStore(refusing(error), async () => {})
    await expect(store.outdate()).resolves.toBeUndefined()
    await expect(store.drop(7, '/api/v1/user', 1)).resolves.toBeUndefined()
    await expect(store.keep(list, 1)).resolves.toBeUndefined()
  })

  it('is thrown away when it can’t be emptied', async () => {
    const throwAway = vi.fn(async () => {})
    await forgivingStore(refusing(error), throwAway).giveTo(null)
    expect(throwAway).toHaveBeenCalledOnce()
  })

  it('and can’t be thrown away either fails nobody', async () => {
    await expect(forgivingStore(refusing(error), () => Promise.reject(error)).giveTo(null)).resolves.toBe(false)
  })
})

it('a store that can’t be emptied is replaced by a new one', async () => {
  const { store, kept } = memoryStore(8)
  let isBroken = true
  const mended = forgivingStore(
    { ...store, giveTo: (owner) => (isBroken ? Promise.reject(newer) : store.giveTo(owner)) },
    async () => {
      isBroken = false
    },
  )
  expect(await mended.giveTo(7)).toBe(true)
  await mended.keep(list, 1)
  expect(kept()).toEqual([list])
})

it('a list that there is no room for is not kept as it was before', async () => {
  const { store, kept } = memoryStore(7)
  await store.keep(list, 1)
  const forgiving = forgivingStore({ ...store, keep: () => Promise.reject(full) }, async () => {})
  await forgiving.keep({ ...list, body: '[]' }, 1)
  expect(kept()).toEqual([])
})

it('a store that works is what it was', async () => {
  const { store, kept } = memoryStore(7)
  const forgiving = forgivingStore(store, async () => {})
  await forgiving.keep(list, 1)
  expect(await forgiving.find(7, '/api/v1/user')).toEqual({ list, isOutdated: false, ticket: 1 })
  await forgiving.outdate()
  expect(await forgiving.find(7, '/api/v1/user')).toMatchObject({ isOutdated: true })
  await forgiving.drop(7, '/api/v1/user', 1)
  expect(kept()).toEqual([])
  expect(await forgiving.giveTo(7)).toBe(false)
  expect(await forgiving.giveTo(8)).toBe(true)
})

describe('a store that does not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is waited for no longer than a second', async () => {
    const { store } = memoryStore(7)
    const forgiving = forgivingStore({ ...store, find: () => new Promise(() => {}) }, async () => {})
    const found = forgiving.find(7, '/api/v1/user')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await found).toEqual({ list: null, isOutdated: false, ticket: null })
  })
})
