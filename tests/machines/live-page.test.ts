import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppEventName } from '#contract/app-events.ts'
import { watchPage } from '#src/live/live-actors.ts'
import { createRefreshing } from '#src/live/refreshing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A page that is looked at, or not, as the test says. */
function openPage() {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const page = Object.assign(new EventTarget(), { document })
  const events: string[] = []
  const stop = watchPage(page, ({ type }) => events.push(type))
  events.length = 0
  const show = (state: 'visible' | 'hidden') => {
    document.visibilityState = state
    document.dispatchEvent(new Event('visibilitychange'))
  }
  return { events, page, show, stop }
}

describe('a page', () => {
  it('is left after three minutes out of sight, and not before', () => {
    const { events, show } = openPage()
    show('hidden')
    vi.advanceTimersByTime(179_999)
    expect(events).toEqual([])
    vi.advanceTimersByTime(1)
    expect(events).toEqual(['page.left'])
    show('visible')
    expect(events).toEqual(['page.left', 'page.returned'])
  })

  it('to which somebody returns in time is not left', () => {
    const { events, show } = openPage()
    show('hidden')
    vi.advanceTimersByTime(100_000)
    show('visible')
    vi.advanceTimersByTime(200_000)
    expect(events).toEqual(['page.returned'])
  })

  it('is left at once when the browser sets it aside', () => {
    const { events, page } = openPage()
    page.dispatchEvent(new Event('pagehide'))
    expect(events).toEqual(['page.left'])
    page.dispatchEvent(new Event('pageshow'))
    expect(events).toEqual(['page.left', 'page.returned'])
  })
})

it('a page that nobody watches any more tells nothing', () => {
  const { events, page, show, stop } = openPage()
  show('hidden')
  stop()
  vi.advanceTimersByTime(200_000)
  page.dispatchEvent(new Event('pagehide'))
  expect(events).toEqual([])
})

describe('what is heard', () => {
  function refreshing() {
    const page = { visible: true }
    const refreshes: AppEventName[][] = []
    const { note, look, stop, take } = createRefreshing({
      refresh: (news) => refreshes.push(news.map(({ name }) => name)),
      isWanted: () => page.visible,
      random: () => 0.5,
    })
    return { page, refreshes, note, look, stop, take }
  }

  it('is fetched at a moment by chance within its spread', () => {
    const { refreshes, note } = refreshing()
    note({ name: 'schoolyearEdited', spread: 1_000 })
    vi.advanceTimersByTime(499)
    expect(refreshes).toEqual([])
    vi.advanceTimersByTime(1)
    expect(refreshes).toEqual([['schoolyearEdited']])
  })

  it('together is fetched together', () => {
    const { refreshes, note } = refreshing()
    note({ name: 'schoolyearEdited', spread: 1_000 })
    note({ name: 'enrollmentsChanged', own: true, spread: 0 })
    note({ name: 'schoolyearEdited', spread: 0 })
    vi.advanceTimersByTime(5_000)
    expect(refreshes).toEqual([['schoolyearEdited', 'enrollmentsChanged']])
  })

  it('is not held up by what may wait longer, nor the other way round', () => {
    const { refreshes, note } = refreshing()
    note({ name: 'schoolyearEdited', spread: 20_000 })
    note({ name: 'testmomentEdited', spread: 100 })
    note({ name: 'enrollmentsChanged', own: true, spread: 9_000 })
    vi.advanceTimersByTime(50)
    expect(refreshes).toEqual([['schoolyearEdited', 'testmomentEdited', 'enrollmentsChanged']])
    vi.advanceTimersByTime(60_000)
    expect(refreshes).toHaveLength(1)
  })

  it('and fetched already is not fetched once more', () => {
    const { refreshes, note, take } = refreshing()
    note({ name: 'enrollmentsChanged', id: 3, spread: 0 })
    take()
    vi.advanceTimersByTime(5_000)
    expect(refreshes).toEqual([])
  })

  it('while nobody looks is fetched when somebody does, once', () => {
    const { page, refreshes, note, look } = refreshing()
    page.visible = false
    note({ name: 'schoolyearEdited', spread: 0 })
    vi.advanceTimersByTime(5_000)
    expect(refreshes).toEqual([])
    page.visible = true
    look()
    look()
    expect(refreshes).toEqual([['schoolyearEdited']])
  })

  it('is not fetched any more once it has stopped', () => {
    const { refreshes, note, stop } = refreshing()
    note({ name: 'schoolyearEdited', spread: 1_000 })
    stop()
    vi.advanceTimersByTime(5_000)
    expect(refreshes).toEqual([])
  })
})
