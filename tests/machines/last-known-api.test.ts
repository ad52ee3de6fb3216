import { describe, expect, it } from 'vitest'
import { getOwnUser, listUserTestmoments } from '#contract/first-reads.gen.ts'
import { listModules } from '#contract/modules.gen.ts'
import { type Api, createPublicApi } from '#src/api/api.ts'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { earlyApi } from '#src/offline/early-api.ts'
import { lastKnownApi } from '#src/offline/last-known-api.ts'
import { answeringApi } from './support/answering-api.ts'

const unheard = { isGone: () => false, onRead: () => {}, onKnown: () => {}, onLate: () => {} }

const busy = new ApiError({ status: 503, reason: 'unavailable' })

/** An API that answers as long as `failing` is null. */
async function stage() {
  const server = { failing: null as Error | null, answers: 0 }
  const { origin } = await answeringApi({ body: { entities: [] } })
  const answering = createPublicApi(origin)
  const guard = <Reply>(reply: () => Promise<Reply>): Promise<Reply> =>
    server.failing ? Promise.reject(server.failing) : reply()
  const api: Api = {
    ...answering,
    call: (target, ...input) => guard(() => answering.call(target, ...input)),
    follow: (target, link, ...input) => guard(() => answering.follow(target, link, ...input)),
  }
  return { server, ...lastKnownApi(api, { keptList: async () => null, keepAmended: () => {}, ...unheard }) }
}

describe('a screen that renews itself', () => {
  it.each([busy, new NetworkError()])('keeps what it has while the server can’t give it: %o', async (error) => {
    const { api, server, leniently } = await stage()
    const known = await api.call(listModules)
    server.failing = error
    let shown: unknown
    const all = await leniently(async () => {
      shown = await api.call(listModules)
    })
    expect(shown).toBe(known)
    expect(all).toBe(false)
  })

  it('reports when everything could be fetched', async () => {
    const { api, leniently } = await stage()
    const all = await leniently(async () => void (await api.call(listModules)))
    expect(all).toBe(true)
  })

  it('passes on a final refusal of the server', async () => {
    const { api, server, leniently } = await stage()
    await api.call(getOwnUser)
    server.failing = new ApiError({ status: 404, reason: 'not-found' })
    await expect(leniently(async () => void (await api.call(getOwnUser)))).rejects.toThrow(ApiError)
  })

  it('has nothing to keep of what it never had, nor of another question', async () => {
    const { api, server, leniently } = await stage()
    const link = { method: 'GET', href: '/api/v1/user/7/testmoments' } as const
    await api.follow(listUserTestmoments, link, { query: { module_id: 1 } })
    server.failing = busy
    const ask = () => api.follow(listUserTestmoments, link, { query: { module_id: 2 } })
    await expect(leniently(async () => void (await ask()))).rejects.toThrow(ApiError)
  })
})

it('a screen that a user opened gets the error of a busy server, whether the list is known or not', async () => {
  const { api, server } = await stage()
  await api.call(listModules)
  server.failing = busy
  await expect(api.call(listModules)).rejects.toThrow(ApiError)
})

describe('what the first screen was answered', () => {
  it('is known to the API that comes after it', async () => {
    const { origin } = await answeringApi({ body: { entities: [] } })
    const server = createPublicApi(origin)
    const away: Api = { ...server, call: () => Promise.reject(new NetworkError()) }
    const load = async () => lastKnownApi(away, { keptList: async () => null, keepAmended: () => {}, ...unheard })
    const { api, whole } = earlyApi(server, load, () => {})

    const first = await api.call(listModules)
    const { leniently } = await whole()
    let shown: unknown
    await leniently(async () => {
      shown = await api.call(listModules)
    })
    expect(shown).toBe(first)
  })

  it('comes from the server where the rest of the code cannot be loaded', async () => {
    const { origin } = await answeringApi({ body: { entities: [] } })
    const { api, whole } = earlyApi(
      createPublicApi(origin),
      () => Promise.reject(new TypeError('Not found')),
      () => {},
    )
    await expect(whole()).rejects.toThrow('Not found')
    await expect(api.call(listModules)).resolves.toEqual({ entities: [] })
  })
})
