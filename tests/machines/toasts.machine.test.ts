import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { LostAnswer } from '#src/api/api-error.ts'
import { lostAnswerText } from '#src/api/failure.texts.ts'
import { type ToastCategory, toastsInSight, toastsMachine } from '#src/toasts/toasts.machine.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function openArea({ isRendered = true } = {}) {
  const area = createActor(toastsMachine).start()
  if (isRendered) area.send({ type: 'reading.resumed' })
  return {
    raise: (text: string) => area.send({ type: 'toast.raised', word: { category: 'neutral', text } }),
    raiseAbout: (about: string, text: string) =>
      area.send({ type: 'toast.raised', word: { category: 'neutral', text, about } }),
    pause: () => area.send({ type: 'reading.paused' }),
    resume: () => area.send({ type: 'reading.resumed' }),
    dismiss: (text: string) => {
      const toast = area.getSnapshot().context.toasts.find((shown) => shown.text === text)
      if (toast) area.send({ type: 'toast.dismissed', id: toast.id })
    },
    clear: () => area.send({ type: 'toasts.cleared' }),
    texts: () => area.getSnapshot().context.toasts.map(({ text }) => text),
  }
}

describe('a toast', () => {
  it('stays for 4,000 ms', () => {
    const { raise, texts } = openArea()
    raise('a')
    vi.advanceTimersByTime(3_999)
    expect(texts()).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  it('goes for a newer word on the same, which would contradict it', () => {
    const { raise, raiseAbout, texts } = openArea()
    raise('other')
    raiseAbout('WIS1', 'enrolled')
    raiseAbout('STAT', 'enrolled too')
    raiseAbout('WIS1', 'left')
    expect(texts()).toEqual(['other', 'enrolled too', 'left'])
  })

  it('stays as long when others come and go meanwhile', () => {
    const { raise, dismiss, texts } = openArea()
    raise('a')
    vi.advanceTimersByTime(1_000)
    raise('b')
    vi.advanceTimersByTime(1_000)
    raise('c')
    dismiss('b')
    vi.advanceTimersByTime(1_999)
    expect(texts()).toEqual(['a', 'c'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual(['c'])
    vi.advanceTimersByTime(2_000)
    expect(texts()).toEqual([])
  })

  it('does not grow older while somebody is reading, and then has the rest of its time', () => {
    const { raise, pause, resume, texts } = openArea()
    raise('a')
    vi.advanceTimersByTime(3_000)
    pause()
    vi.advanceTimersByTime(60_000)
    expect(texts()).toEqual(['a'])
    resume()
    vi.advanceTimersByTime(999)
    expect(texts()).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  it('keeps the rest of its time over a pause also when it is not the first to go', () => {
    const { raise, pause, resume, texts } = openArea()
    raise('a')
    vi.advanceTimersByTime(1_000)
    raise('b')
    pause()
    vi.advanceTimersByTime(60_000)
    resume()
    vi.advanceTimersByTime(3_000)
    expect(texts()).toEqual(['b'])
    vi.advanceTimersByTime(999)
    expect(texts()).toEqual(['b'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  it.each([
    ['while reading is paused', true],
    ['before its area is rendered', false],
  ])('raised %s has its whole time after it', (_, isRendered) => {
    const { raise, pause, resume, texts } = openArea({ isRendered })
    if (isRendered) pause()
    raise('a')
    vi.advanceTimersByTime(10_000)
    resume()
    vi.advanceTimersByTime(3_999)
    expect(texts()).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  it('disappears when its user logs out, also while they read it, and the next user’s toast does not wait for it', () => {
    const { raise, pause, clear, texts } = openArea()
    raise('a')
    pause()
    clear()
    expect(texts()).toEqual([])
    raise('b')
    vi.advanceTimersByTime(4_000)
    expect(texts()).toEqual([])
  })

  it('can be dismissed, also while reading is paused', () => {
    const { raise, pause, dismiss, texts } = openArea()
    raise('a')
    raise('b')
    dismiss('a')
    expect(texts()).toEqual(['b'])
    pause()
    dismiss('b')
    expect(texts()).toEqual([])
  })
})

it('never calls a write failed whose answer was lost', () => {
  const toasts = createActor(toastsMachine).start()
  for (const ending of ['done', 'unknown'] as const) {
    const text = lostAnswerText(new LostAnswer(ending)) ?? ''
    toasts.send({ type: 'toast.raised', word: { category: 'error', text } })
  }
  expect(toasts.getSnapshot().context.toasts.map(({ category }) => category)).toEqual(['success', 'neutral'])
})

describe('toasts for which there is little room', () => {
  const shown = (categories: readonly ToastCategory[], most: number) =>
    toastsInSight(
      categories.map((category, id) => ({ id, category, text: String(id), left: 1 })),
      most,
    ).map(({ id }) => id)

  it.each<[readonly ToastCategory[], number, number[]]>([
    [['error', 'neutral'], 3, [0, 1]],
    [['success', 'neutral'], 1, [1]],
    [['error', 'success'], 1, [1]],
    [['error', 'neutral'], 1, [0]],
    [['error', 'neutral', 'neutral', 'success'], 3, [0, 2, 3]],
    [['neutral', 'error', 'neutral', 'error'], 2, [1, 3]],
  ])('of %j the newest %i, and a failure rather than a remark', (categories, most, expected) => {
    expect(shown(categories, most)).toEqual(expected)
  })
})
