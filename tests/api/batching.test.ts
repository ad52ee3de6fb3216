import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inBatches } from '#api-server/platform/batching.ts'

const FULL = 20
/** As many do not wait for more, see batching.ts. */
const ENOUGH = 16

describe('requests that are handled in batches', () => {
  /** batches that were run, in order */
  let batches: string[][]
  /** functions that end each pause that began */
  let goOn: (() => void)[]
  let handle: (request: string) => Promise<string>
  beforeEach(() => {
    // Nothing takes time, or a busy machine would need no pause.
    vi.spyOn(performance, 'now').mockReturnValue(0)
    batches = []
    goOn = []
    handle = inBatches<string, string>({
      run: async (requests) => {
        batches.push([...requests])
        return requests
      },
      isUnavailable: () => false,
      size: FULL,
      queueLimit: 100,
      pause: () => new Promise<void>((resolve) => goOn.push(resolve)),
    })
  })

  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** More than a batch takes to begin. */
  const someTurns = async () => {
    for (let left = 10; left > 0; left--) await turn()
  }

  test('a single request is answered without a pause, time after time', async () => {
    for (const one of ['a', 'b', 'c']) expect(await handle(one)).toBe(one)
    expect(batches).toEqual([['a'], ['b'], ['c']])
    expect(goOn).toEqual([])
  })

  test('after a crowd, those who come some turns apart share the next batch', async () => {
    await Promise.all(['a', 'b'].map(handle))
    await someTurns()
    const later = ['c', 'd'].map(async (one, nth) => {
      for (let left = nth; left > 0; left--) await someTurns()
      return handle(one)
    })
    await someTurns()
    await someTurns()
    expect(batches).toEqual([['a', 'b']])
    goOn.shift()?.()
    expect(await Promise.all(later)).toEqual(['c', 'd'])
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  test('those who come one during the other make a crowd, though each is a batch of its own', async () => {
    let end = () => {}
    const slow = inBatches<string, string>({
      run: async (requests) => {
        batches.push([...requests])
        await new Promise<void>((resolve) => {
          end = resolve
        })
        return requests
      },
      isUnavailable: () => false,
      size: FULL,
      queueLimit: 100,
      pause: () => new Promise<void>((resolve) => goOn.push(resolve)),
    })
    const answers = [slow('a')]
    await someTurns()
    answers.push(slow('b'))
    end()
    await someTurns()
    expect(batches).toEqual([['a']])
    goOn.shift()?.()
    await someTurns()
    expect(batches).toEqual([['a'], ['b']])
    end()
    expect(await Promise.all(answers)).toEqual(['a', 'b'])
  })

  test('in a crowd, enough requests do not wait for the end of the pause', async () => {
    await Promise.all(['a', 'b'].map(handle))
    const crowd = Array.from({ length: ENOUGH }, (_, nth) => `${nth}`)
    expect(await Promise.all(crowd.map(handle))).toEqual(crowd)
    expect(batches).toEqual([['a', 'b'], crowd])
  })

  test('some time after a crowd, whoever comes alone is answered without a pause again', async () => {
    await Promise.all(['a', 'b'].map(handle))
    vi.mocked(performance.now).mockReturnValue(1_000)
    goOn.shift()?.()
    await someTurns()
    for (const one of ['c', 'd']) expect(await handle(one)).toBe(one)
    expect(goOn).toEqual([])
  })

  test('a full batch is followed at once by those who are left, if they are enough', async () => {
    const crowd = Array.from({ length: FULL + ENOUGH }, (_, nth) => `${nth}`)
    await Promise.all(crowd.map(handle))
    expect(batches).toEqual([crowd.slice(0, FULL), crowd.slice(FULL)])
  })
})
