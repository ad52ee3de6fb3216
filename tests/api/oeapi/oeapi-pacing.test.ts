import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createPacing, watchRush } from '#api-server/oeapi/pacing.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnSqlite } from '#tests/support/databases.ts'
import { askToken, basic, connect } from './oeapi-stage.ts'

afterEach(() => void vi.useRealTimers())

/** A school with a connection that asks, and people. `read` and `write` return the ms until the answer is there. */
function openSchool() {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setInterval', 'clearInterval'] })
  const rush = watchRush()
  const paced = createPacing(rush)
  const ask = async (wanted: 'list' | 'one', ms: number) => {
    const began = performance.now()
    let took: number | undefined
    void paced(1, wanted, () => new Promise<void>((resolve) => setTimeout(resolve, ms))).then(() => {
      took = performance.now() - began
    })
    for (;;) {
      // What waits for a turn of the event loop has it before the clock goes on.
      await new Promise((resolve) => setImmediate(resolve))
      if (took !== undefined) return took
      await vi.advanceTimersByTimeAsync(1)
    }
  }
  return {
    people: (count: number) => Array.from({ length: count }, rush.note),
    read: (ms: number) => ask('list', ms),
    write: (ms: number) => ask('one', ms),
  }
}

test('a system that reads page after page pauses twice as long as a page takes, also beside a few people', async () => {
  const { people, read } = openSchool()
  expect(await read(5)).toBe(5)
  expect(await read(5)).toBe(10 + 5)
  people(4)
  expect(await read(5)).toBe(10 + 5)
})

describe('while people ask in a rush', () => {
  test('a list waits until it is over', async () => {
    const { people, read } = openSchool()
    people(5)
    setTimeout(() => people(1), 60)
    setTimeout(() => people(5), 80)
    expect(await read(5)).toBe(180 + 5)
  })

  test('a list waits for those too whom a busy server has not seen yet', async () => {
    const { people, read } = openSchool()
    people(5)
    // After 100 ms of other work, timers come before what arrived meanwhile.
    setTimeout(() => setImmediate(() => people(5)), 100)
    expect(await read(5)).toBe(200 + 5)
  })

  test('a list waits 1.5 seconds at most, so that a system meets no timeout', async () => {
    const { people, read } = openSchool()
    people(5)
    const storm = setInterval(() => people(1), 10)
    onTestFinished(() => clearInterval(storm))
    expect(await read(5)).toBe(1_500 + 5)
    expect(await read(5)).toBe(1_500 + 5)
  })

  test('one record and what is sent wait for a pause alone: ten times as long as the request before took, at most 100 ms', async () => {
    const { people, write } = openSchool()
    people(5)
    const storm = setInterval(() => people(1), 10)
    onTestFinished(() => clearInterval(storm))
    expect(await write(5)).toBe(5)
    expect(await write(30)).toBe(50 + 30)
    expect(await write(5)).toBe(100 + 5)
  })
})

const listSchema = z.object({ items: z.array(z.object({ componentId: z.string() })) })

describeOnSqlite('other systems in a rush', (open) => {
  const { api, as } = openStage(open, { server: 'own' })

  test('a list waits; one record, what is sent and a trial do not', async () => {
    // From before the first request on: this clock begins at 0.
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
    const { id, client_id, secret } = await connect(api, ['offerings.read', 'results.write'])
    const { body } = await askToken(api, { authorization: basic(client_id, secret) })
    const token = z.object({ access_token: z.string() }).parse(body).access_token
    const askList = () => api.ask('GET /oeapi/v6/test-components', { token })
    const { items } = listSchema.parse((await askList()).body)
    for (let nth = 0; nth < 5; nth += 1) await api.ask('GET /user')
    let isThere = false
    const list = askList().then((answer) => {
      isThere = true
      return answer
    })
    const statuses = [
      await api.ask(`GET /oeapi/v6/test-components/${items[0]?.componentId}`, { token }),
      await api.ask('PATCH /oeapi/v6/test-component-offering-associations/unknown', {
        token,
        headers: { 'content-type': 'application/merge-patch+json' },
        body: {},
      }),
      await as.teacher(`POST /connection/${id}/trial`),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 404, 200])
    expect(isThere).toBe(false)
    await vi.advanceTimersByTimeAsync(100)
    expect((await list).status).toBe(200)
  })
})
