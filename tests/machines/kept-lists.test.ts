import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getActiveSchoolyear, getOwnUser, listUserTestmoments } from '#contract/first-reads.gen.ts'
import { listReceivedMessages } from '#contract/messages.gen.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import type { ListsRead } from '#src/offline/connection.machine.ts'
import type { KeptList } from '#src/offline/kept-list.ts'
import { lastKnownApi } from '#src/offline/last-known-api.ts'

const NINE = Date.parse('2026-11-21T09:00:00Z')
const TEN = Date.parse('2026-11-21T10:00:00Z')
const link = { method: 'GET', href: '/api/v1/user/7/testmoments' } as const
const messagesLink = { method: 'GET', href: '/api/v1/user/7/messages' } as const

beforeEach(() => {
  vi.useFakeTimers({ now: TEN })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A device that keeps a list from nine o'clock, at ten; what the server does with a question is `server.answer`. */
function stage({ isOutdated = false, status = 200, kept = true } = {}) {
  const server = { isGone: false, asked: 0, answer: async (): Promise<unknown> => ({ entities: ['fresh'] }) }
  const readings: ListsRead[] = []
  const reported: unknown[] = []
  const rows: { url: string; body: unknown }[] = []
  const ask = async () => {
    server.asked += 1
    return await server.answer()
  }
  // A fake API: the test distinguishes answers by where they came from, not by their contents.
  const api = { call: ask, follow: ask, download: ask } as unknown as Api
  const row: KeptList = { status, body: { entities: ['kept'] }, at: NINE, isOutdated }
  const device = lastKnownApi(api, {
    keptList: async () => (kept ? row : null),
    keepAmended: (url, body) => rows.push({ url, body }),
    isGone: () => server.isGone,
    onRead: (read) => readings.push(read),
    onKnown: (target, reply) => reported.push([target, reply]),
    onLate: () => reported.push('late'),
  })
  return {
    server,
    ...device,
    /** rows that the device was given to keep */
    rows,
    /** whole lists that the screens were given, in order */
    reported,
    moments: async (): Promise<unknown> => (await device.api.follow(listUserTestmoments, link)).entities,
    messages: async (): Promise<unknown> => (await device.api.follow(listReceivedMessages, messagesLink)).entities,
    reading: () => readings.at(-1),
  }
}

const offline = async () => {
  throw new NetworkError()
}
const silent = () => new Promise<never>(() => {})
const busy = async () => {
  throw new ApiError({ status: 503, reason: 'unavailable' })
}

describe('a list that the device keeps', () => {
  it('is given at once when it is first asked for, before the server answers, and known to be from then', async () => {
    const { moments, reading, server } = stage()
    server.answer = silent
    expect(await moments()).toEqual(['kept'])
    expect(reading()).toEqual({ areKept: true, isHeld: true, hasFailed: false, updatedAt: NINE })
  })

  it('is given to a second reader too, who asks while the device looks for it', async () => {
    const { moments, server } = stage()
    server.isGone = true
    server.answer = offline
    expect(await Promise.all([moments(), moments()])).toEqual([['kept'], ['kept']])
    expect(server.asked).toBe(0)
  })

  it('is then fetched, and the server’s reply replaces it', async () => {
    const { moments, reading } = stage()
    await moments()
    expect(await moments()).toEqual(['fresh'])
    expect(reading()).toMatchObject({ areKept: false, updatedAt: TEN })
  })

  it.each([offline, busy])('stays when the server can’t say', async (answer) => {
    const { moments, reading, server } = stage()
    server.answer = answer
    await moments()
    expect(await moments()).toEqual(['kept'])
    expect(reading()).toEqual({ areKept: true, isHeld: true, hasFailed: true, updatedAt: NINE })
  })

  it('as the server last gave it stays too, and is as old as that', async () => {
    const { moments, reading, server } = stage({ kept: false })
    await moments()
    vi.setSystemTime(TEN + 60_000)
    server.answer = offline
    expect(await moments()).toEqual(['fresh'])
    expect(reading()).toMatchObject({ areKept: true, updatedAt: TEN })
  })

  it('goes when the server refuses it', async () => {
    const { moments, server } = stage()
    await moments()
    server.answer = async () => {
      throw new ApiError({ status: 403, reason: 'not-yours' })
    }
    await expect(moments()).rejects.toThrow(ApiError)
  })

  it('that is not there is asked of the server', async () => {
    const { moments, reading } = stage({ kept: false })
    expect(await moments()).toEqual(['fresh'])
    expect(reading()).toMatchObject({ areKept: false, updatedAt: TEN })
  })

  it('can be that there is no such thing, also when the server goes', async () => {
    const { api, server } = stage({ status: 404 })
    await expect(api.call(getActiveSchoolyear)).rejects.toMatchObject({ status: 404 })
    server.answer = async () => {
      throw new ApiError({ status: 404, reason: 'not-found' })
    }
    await expect(api.call(getActiveSchoolyear)).rejects.toMatchObject({ status: 404 })
    server.answer = offline
    await expect(api.call(getActiveSchoolyear)).rejects.toMatchObject({ status: 404 })
  })

  it('is not what a part of it is, nor who the user is: those the server is asked for', async () => {
    const { api, server } = stage()
    await api.follow(listUserTestmoments, link, { query: { module_id: 2 } })
    await api.call(getOwnUser)
    expect(server.asked).toBe(2)
  })
})

describe('while the server is known to be gone', () => {
  it('what is known is given at once, and nobody waits for a question', async () => {
    const { moments, reading, server } = stage({ isOutdated: true })
    server.isGone = true
    server.answer = silent
    expect(await moments()).toEqual(['kept'])
    expect(await moments()).toEqual(['kept'])
    expect(server.asked).toBe(0)
    expect(reading()).toMatchObject({ areKept: true, isHeld: true })
    server.isGone = false
    server.answer = async () => ({ entities: ['fresh'] })
    expect(await moments()).toEqual(['fresh'])
  })

  it('what is not known is asked for all the same', async () => {
    const { moments, server } = stage({ kept: false })
    server.isGone = true
    expect(await moments()).toEqual(['fresh'])
  })
})

describe('when there has been news', () => {
  it('the server is asked first, and its answer given', async () => {
    const { moments, server } = stage({ isOutdated: true })
    expect(await moments()).toEqual(['fresh'])
    expect(server.asked).toBe(1)
  })

  it.each([
    ['as a push told', { isOutdated: true }],
    ['as an event told', {}],
  ])('%s, a server that takes longer than a second and a half is not waited for', async (_, kept) => {
    const { moments, leniently, reading, server } = stage(kept)
    if (!('isOutdated' in kept)) await leniently(async () => {})
    server.answer = () => new Promise((resolve) => setTimeout(resolve, 5_000, { entities: ['late'] }))
    const shown = moments()
    await vi.advanceTimersByTimeAsync(1_499)
    expect(reading()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(await shown).toEqual(['kept'])
    expect(reading()).toMatchObject({ areKept: true, updatedAt: NINE })
    await vi.advanceTimersByTimeAsync(3_500)
    expect(reading()?.areKept).toBe(false)
  })

  it('a server that is away leaves what is kept', async () => {
    const { moments, server } = stage({ isOutdated: true })
    server.answer = offline
    expect(await moments()).toEqual(['kept'])
  })
})

describe('a renewal', () => {
  it('forgets how old the lists of former screens are', async () => {
    const { moments, renew, reading } = stage()
    await moments()
    await renew(async () => {}, { why: 'kept' })
    expect(reading()).toMatchObject({ areKept: false, isHeld: false, updatedAt: null })
  })

  it('holds what was kept until the server answers, also while another list comes first', async () => {
    const { api, moments, messages, renew, reading, server } = stage()
    let answerMoments = () => {}
    server.answer = () =>
      new Promise((resolve) => {
        answerMoments = () => resolve({ entities: ['fresh'] })
      })
    await moments()
    await messages()
    server.answer = async () => ({ entities: ['fresh'] })
    await renew(
      async () => {
        await messages()
        expect(reading()).toMatchObject({ isHeld: true })
        answerMoments()
        // The moments come from the answer that was already under way.
        expect(await moments()).toEqual(['fresh'])
        expect(server.asked).toBe(2)
        expect(reading()).toMatchObject({ areKept: false, isHeld: false })
        await api.call(getOwnUser)
      },
      { why: 'kept' },
    )
    expect(reading()).toMatchObject({ areKept: false, isHeld: false })
  })

  it('of what was answered once holds nothing, until the connection was gone', async () => {
    const { moments, renew, reading, server } = stage({ kept: false })
    await moments()
    server.answer = busy
    await renew(async () => void (await moments()), { why: 'news' })
    expect(reading()).toMatchObject({ areKept: true, isHeld: false })
    await renew(async () => void (await moments()), { why: 'back' })
    expect(reading()).toMatchObject({ areKept: true, isHeld: true })
    server.answer = async () => ({ entities: ['fresh'] })
    await renew(async () => void (await moments()), { why: 'kept' })
    expect(reading()).toMatchObject({ areKept: false, isHeld: false })
  })

  it('is no matter of messages that were kept: they decide about no enrollment', async () => {
    const { messages, reading } = stage()
    await messages()
    expect(reading()).toMatchObject({ areKept: true, isHeld: false })
  })

  it('that brings nothing new says so', async () => {
    const { moments, renew, reading, server } = stage()
    server.answer = busy
    await moments()
    await renew(async () => void (await moments()), { why: 'kept' })
    expect(reading()).toMatchObject({ areKept: true, updatedAt: NINE })
  })
})

describe('what the server said of one’s own change', () => {
  const enrolled = async ({ amend }: ReturnType<typeof stage>) =>
    amend(listUserTestmoments, link, (list) => ({ ...list, entities: [...list.entities, 'mine' as never] }))

  it('is in the list from then on, here and on the device, while the server can’t give it', async () => {
    const device = stage({ kept: false })
    await device.moments()
    await enrolled(device)
    expect(device.rows).toEqual([{ url: link.href, body: { entities: ['fresh', 'mine'] } }])
    device.server.answer = offline
    expect(await device.moments()).toEqual(['fresh', 'mine'])
    expect(device.reading()).toMatchObject({ areKept: true, hasFailed: true })
  })

  it('ends with the server’s next list, which is waited for no longer than four seconds', async () => {
    const device = stage({ kept: false })
    await device.moments()
    await enrolled(device)
    device.server.answer = () => new Promise((resolve) => setTimeout(resolve, 9_000, { entities: ['next'] }))
    const shown = device.moments()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await shown).toEqual(['fresh', 'mine'])
    expect(device.reading()?.areKept).toBe(true)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(device.reading()?.areKept).toBe(false)
    device.server.answer = async () => ({ entities: ['next'] })
    expect(await device.moments()).toEqual(['next'])
  })

  it('is not undone by a list that was asked for before, nor by the next change', async () => {
    const device = stage({ kept: false })
    await device.moments()
    device.server.answer = () => new Promise((resolve) => setTimeout(resolve, 1_000, { entities: ['slow'] }))
    const asked = device.moments()
    await enrolled(device)
    await enrolled(device)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await asked).toEqual(['slow', 'mine', 'mine'])
    expect(device.rows.at(-1)).toEqual({ url: link.href, body: { entities: ['slow', 'mine', 'mine'] } })
  })

  it('has a screen that renews itself ask again for what was asked for before it', async () => {
    const device = stage({ kept: false })
    await device.moments()
    const answers: (() => void)[] = []
    device.server.answer = () => new Promise((resolve) => answers.push(() => resolve({ entities: ['late'] })))
    const asked = device.messages()
    await vi.advanceTimersByTimeAsync(0)
    await enrolled(device)
    const renewed = device.renew(async () => void (await device.messages()), { why: 'kept' })
    await vi.advanceTimersByTimeAsync(0)
    expect(answers).toHaveLength(2)
    for (const answer of answers) answer()
    await Promise.all([asked, renewed])
  })

  it('that changes nothing leaves the device alone', async () => {
    const device = stage({ kept: false })
    await device.moments()
    device.amend(listUserTestmoments, link, (list) => list)
    expect(device.rows).toEqual([])
  })

  it('can be shown without asking the server, which is still to confirm it', async () => {
    const device = stage({ kept: false })
    await device.moments()
    await enrolled(device)
    let shown: unknown
    await device.recall(async () => {
      shown = await device.moments()
    })
    expect(shown).toEqual(['fresh', 'mine'])
    expect(device.server.asked).toBe(1)
    expect(device.reading()).toMatchObject({ areKept: true, hasFailed: true })
  })
})

describe('the screens', () => {
  it('are shown what was answered after they were given what was kept', async () => {
    const { moments, reported } = stage()
    await moments()
    await vi.advanceTimersByTimeAsync(0)
    const [kept, fresh] = [{ entities: ['kept'] }, { entities: ['fresh'] }]
    expect(reported).toEqual([[listUserTestmoments, kept], [listUserTestmoments, fresh], 'late'])
  })

  it('hear nothing new of an answer that says the same', async () => {
    const { moments, reported, server } = stage()
    server.answer = async () => ({ entities: ['kept'] })
    await moments()
    await vi.advanceTimersByTimeAsync(0)
    const [before, after] = reported.filter(Array.isArray).map(([, reply]) => reply)
    expect(after).toBe(before)
  })

  it('are never shown an answer that was asked for before the one they have', async () => {
    const { moments, reported, server } = stage({ kept: false })
    const answers: (() => void)[] = []
    server.answer = () =>
      new Promise((resolve) => {
        const entities = [`question ${answers.length + 1}`]
        answers.push(() => resolve({ entities }))
      })
    const shown = [moments(), moments()]
    await vi.advanceTimersByTimeAsync(0)
    answers[1]?.()
    await vi.advanceTimersByTimeAsync(0)
    answers[0]?.()
    expect(await Promise.all(shown)).toEqual([['question 2'], ['question 2']])
    expect(reported).toEqual([[listUserTestmoments, { entities: ['question 2'] }]])
  })
})
