import { describe, expect, it, vi } from 'vitest'
import { coverage, hello, news, openTab } from './support/live-stage.ts'

const told = (what: typeof hello) => ({ type: 'stream.told', told: what }) as const
const ended = (retry: number | null = null) => ({ type: 'stream.ended', retry }) as const

function leadingTab() {
  const tab = openTab()
  tab.send({ type: 'lead.granted' })
  return tab
}

function openStream() {
  const tab = leadingTab()
  tab.send(told(hello))
  return tab
}

/** After so many connections that came to nothing. */
function failing(times: number) {
  const tab = leadingTab()
  for (let n = 1; n <= times; n++) {
    tab.send(ended())
    if (n < times) tab.clock.increment(60_000)
    if (n < times && tab.is('asking')) throw new Error('the test is to answer')
  }
  return tab
}

describe('of the tabs of a browser', () => {
  it('one that does not lead makes no connection, and hears what the leading one shares', () => {
    const tab = openTab()
    expect(tab.is('following')).toBe(true)
    tab.send({ type: 'sibling.told', told: news })
    expect(tab.emitted).toEqual([{ type: 'news.heard', news: news.news }])
    expect(tab.connections).toEqual([])
    expect(tab.shared).toEqual([])
  })

  it('the one that leads connects, and shares all it hears', () => {
    const tab = openStream()
    tab.send(told(news))
    expect(tab.connections).toEqual([{ lastEventId: '1000', open: true }])
    expect(tab.shared).toEqual([hello, news])
    expect(tab.emitted).toEqual([
      { type: 'time.told', serverTime: 2_000 },
      { type: 'news.heard', news: news.news },
    ])
  })

  it('one that comes to lead goes on from what it heard last', () => {
    const tab = openTab()
    tab.send({ type: 'sibling.told', told: news })
    tab.send({ type: 'lead.granted' })
    expect(tab.connections).toEqual([{ lastEventId: '3000-a', open: true }])
  })

  it('the one in which the person changes something tells the others', () => {
    const tab = openTab()
    tab.send({ type: 'own.changed' })
    expect(tab.shared).toEqual([{ eventId: '1000', news: { kind: 'own', spread: 0 } }])
    expect(tab.emitted).toEqual([])
  })
})

describe('a connection', () => {
  it('that ends is made anew from where it ended, soon and at a moment by chance', () => {
    const tab = openStream()
    tab.send(told(news))
    tab.send(ended())
    expect(tab.connections.at(-1)?.open).toBe(false)
    tab.clock.increment(749)
    expect(tab.connections).toHaveLength(1)
    tab.clock.increment(1)
    expect(tab.connections.at(-1)).toEqual({ lastEventId: '3000-a', open: true })
  })

  it.each([
    [0, 0],
    [5_000, 2_500],
  ])('that the server ends is made anew within the %i ms that it says', (retry, wait) => {
    const tab = openStream()
    tab.send(ended(retry))
    if (wait > 0) {
      tab.clock.increment(wait - 1)
      expect(tab.connections).toHaveLength(1)
    }
    tab.clock.increment(1)
    expect(tab.connections).toHaveLength(2)
  })

  it('on which nothing comes for a minute, not even a sign of life, is given up', () => {
    const tab = openStream()
    tab.clock.increment(59_999)
    tab.send(told({ eventId: '2500-a' }))
    tab.clock.increment(59_999)
    expect(tab.is('open')).toBe(true)
    tab.clock.increment(1)
    expect(tab.is('waiting')).toBe(true)
    expect(tab.connections.at(-1)?.open).toBe(false)
  })

  it('on which no hello comes within ten seconds is given up', () => {
    const tab = leadingTab()
    tab.clock.increment(10_000)
    expect(tab.is('waiting')).toBe(true)
    expect(tab.connections.at(-1)?.open).toBe(false)
  })
})

describe('where no connection lasts', () => {
  it('news is asked for as well, each time before another is tried, and all of it is told', async () => {
    const tab = failing(2)
    tab.clock.increment(1_500)
    expect(tab.is('asking')).toBe(true)
    expect(tab.ask.last.input).toEqual({ lastEventId: '1000' })
    tab.ask.last.resolve([hello, news])
    await vi.waitFor(() => expect(tab.is('connecting')).toBe(true))
    expect(tab.emitted).toContainEqual({ type: 'news.heard', news: news.news })
    expect(tab.connections.at(-1)?.lastEventId).toBe('3000-a')
  })

  it('it is tried ever slower, and at the slowest about each 45 s, also when asking fails', async () => {
    const tab = failing(2)
    const waits: number[] = []
    for (let n = 0; n < 8; n++) {
      let wait = 0
      while (!tab.is('asking')) {
        tab.clock.increment(250)
        wait += 250
      }
      waits.push(wait)
      tab.ask.last.reject(new Error('no server'))
      await vi.waitFor(() => expect(tab.is('connecting')).toBe(true))
      tab.send(ended())
    }
    expect(waits).toEqual([1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000, 45_000])
  })

  it('one that is answered after all starts the count anew', async () => {
    const tab = failing(2)
    tab.clock.increment(1_500)
    tab.ask.last.resolve([])
    await vi.waitFor(() => expect(tab.is('connecting')).toBe(true))
    tab.send(told(hello))
    tab.send(ended())
    tab.clock.increment(750)
    expect(tab.is('connecting')).toBe(true)
  })
})

describe('a page at which nobody looks', () => {
  it('lets go of connection and lead, and hears nothing until somebody does', () => {
    const tab = openStream()
    tab.send({ type: 'page.left' })
    expect(tab.connections.at(-1)?.open).toBe(false)
    expect(tab.candidates.open).toBe(0)
    tab.send({ type: 'sibling.told', told: news })
    expect(tab.emitted).toEqual([{ type: 'time.told', serverTime: 2_000 }])
  })

  it('takes up again where it left', () => {
    const tab = openStream()
    tab.send(told(news))
    tab.send({ type: 'page.left' })
    tab.send({ type: 'page.returned' })
    expect(tab.is('following')).toBe(true)
    expect(tab.candidates.open).toBe(1)
    tab.send({ type: 'lead.granted' })
    expect(tab.connections.at(-1)).toEqual({ lastEventId: '3000-a', open: true })
  })
})

it('takes every transition of the live machine in these tests', () => {
  expect([...coverage.untaken]).toEqual([])
})
