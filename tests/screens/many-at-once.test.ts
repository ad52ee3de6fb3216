import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import type { ConnectionActor } from '#src/offline/connection.machine.ts'
import { ConnectionContext } from '#src/offline/connection-view.tsx'
import { useBatches } from '#src/parts/many/use-batches.ts'
import { runHook } from './support/hook.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const CONNECTED = { hasTag: () => false, context: { isHeld: false } }
const connected = { getSnapshot: () => CONNECTED, subscribe: () => ({ unsubscribe: () => undefined }) }

/** An act on five people, two of them at a time. */
async function act() {
  const sent: (PromiseWithResolvers<string[]> & { some: readonly number[]; isRepeat: boolean })[] = []
  const hook = await runHook(
    () => useBatches<number, string>(2),
    null,
    (children) => createElement(ConnectionContext, { value: connected as unknown as ConnectionActor }, children),
  )
  await hook.does(({ start }) =>
    start([1, 2, 3, 4, 5], (some, isRepeat) => {
      const answer = Promise.withResolvers<string[]>()
      sent.push({ ...answer, some, isRepeat })
      return answer.promise
    }),
  )
  return {
    ...hook,
    sent: () => sent.map(({ some, isRepeat }) => [some.join(), isRepeat]),
    state: () => hook.now().progress?.state,
    answer: () => hook.does(() => sent.at(-1)?.resolve(sent.at(-1)?.some.map((id) => `did ${id}`) ?? [])),
    fail: (error: unknown) => hook.does(() => sent.at(-1)?.reject(error)),
    pass: (ms: number) => hook.does(() => vi.advanceTimersByTimeAsync(ms)),
  }
}
const busy = new ApiError({ status: 503, reason: 'unavailable' })

describe('an act on many', () => {
  it('is done in parts, one after another, and ends with what became of each', async () => {
    const { answer, sent, state, now } = await act()
    expect([sent(), state(), now().isUnderWay]).toEqual([[['1,2', false]], 'running', true])
    await answer()
    await answer()
    expect(now().progress).toMatchObject({ total: 5, left: [5], settled: ['did 1', 'did 2', 'did 3', 'did 4'] })
    await answer()
    expect([state(), now().progress?.settled.length, now().isUnderWay]).toEqual(['finished', 5, false])
    expect(sent().map(([some]) => some)).toEqual(['1,2', '3,4', '5'])
  })

  it('sends the same part again where its answer was lost, says that it does, and waits longer each time', async () => {
    const { fail, answer, pass, sent, state } = await act()
    await fail(new NetworkError())
    expect(state()).toBe('waiting')
    await pass(999)
    expect(sent()).toHaveLength(1)
    await pass(1)
    await fail(busy)
    await pass(1_000)
    expect([sent().length, state()]).toEqual([2, 'waiting'])
    await pass(1_000)
    await answer()
    expect(sent()).toEqual([
      ['1,2', false],
      ['1,2', true],
      ['1,2', true],
      ['3,4', false],
    ])
    await fail(busy)
    await pass(1_000)
    expect(sent()).toHaveLength(5)
  })

  it('stops where it is refused, says why, and goes on there when asked', async () => {
    const { fail, does, sent, now } = await act()
    const refusal = new ApiError({ status: 403, reason: 'not-yours' })
    await fail(refusal)
    expect(now().progress).toMatchObject({ state: 'stopped', problem: refusal, left: [1, 2, 3, 4, 5] })
    await does(({ resume }) => resume())
    expect(sent()).toEqual([
      ['1,2', false],
      ['1,2', false],
    ])
  })

  it('stops when a person says so: the part under way is still done and told', async () => {
    const { does, answer, sent, state, now } = await act()
    await does(({ stop }) => stop())
    expect([state(), now().isUnderWay]).toEqual(['stopping', true])
    await answer()
    expect(now().progress).toMatchObject({ state: 'stopped', problem: null, settled: ['did 1', 'did 2'] })
    expect(sent()).toHaveLength(1)
    await does(({ resume }) => resume())
    expect(sent().at(-1)).toEqual(['3,4', false])
  })

  it('stops while it waits, and sends nothing more by itself', async () => {
    const { does, fail, pass, sent, state } = await act()
    await fail(busy)
    await does(({ stop }) => stop())
    expect(state()).toBe('stopped')
    await pass(60_000)
    expect(sent()).toHaveLength(1)
  })

  it('sends nothing more once its screen was left', async () => {
    const { leave, answer, sent } = await act()
    await leave()
    await answer()
    expect(sent()).toHaveLength(1)
  })
})
