import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropEdits, openKeptEdits } from '#src/offline/kept-draft.ts'

const kept = new Map<string, string>()
/** The locks of a browser: who asks for one later waits until it is given back. */
const held = new Map<string, Promise<unknown>>()
type Work = () => unknown
const locks = {
  request: (name: string, ...more: [Work] | [{ signal: AbortSignal }, Work]) => {
    const work = more.at(-1) as Work
    const { signal } = more.length === 2 ? more[0] : { signal: undefined }
    const turn = (held.get(name) ?? Promise.resolve()).then(() => (signal?.aborted ? undefined : work()))
    held.set(name, turn)
    return turn
  },
}
const later = () => new Promise(setImmediate)

beforeEach(() => {
  kept.clear()
  held.clear()
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('localStorage', {
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A tab of this user on this screen, and the edits that it found of tabs that are gone. */
function tab(userId = 3, of = 'results 7') {
  const found: string[] = []
  return { ...openKeptEdits<string>(userId, of, (edits) => found.push(...edits)), found }
}

describe('edits that are not saved yet', () => {
  it('are found once by the next tab of their user on their screen, when theirs is gone', async () => {
    const first = tab()
    await later()
    first.keep(['7', '8'])
    const [ofAnother, elsewhere] = [tab(4), tab(3, 'results 9')]
    const second = tab()
    await later()
    expect([second.found, ofAnother.found, elsewhere.found]).toEqual([[], [], []])
    first.close()
    await later()
    expect([second.found, ofAnother.found, elsewhere.found]).toEqual([['7', '8'], [], []])
    second.close()
    const third = tab()
    await later()
    expect([third.found, kept.size]).toEqual([[], 0])
  })

  it('are kept no more once they are saved', async () => {
    const { keep } = tab()
    keep(['7'])
    expect(kept.size).toBe(1)
    keep([])
    expect(kept.size).toBe(0)
  })

  it('go when the session ends, also those that a screen types or finds after that', async () => {
    const first = tab()
    await later()
    first.keep(['7'])
    const second = tab()
    dropEdits()
    expect(kept.size).toBe(0)
    first.keep(['8'])
    expect(kept.size).toBe(0)
    kept.set([...held.keys()][0] ?? '', '["7"]')
    first.close()
    await later()
    expect(second.found).toEqual([])
  })
})
