import { describe, expect, it } from 'vitest'
import type { AppEventMessage } from '#contract/app-events.ts'
import { eventually } from '#tests/support/eventually.ts'
import { coverage, hello, news, openTab } from './support/live-stage.ts'

type Tab = ReturnType<typeof openTab>

const reach = (tab: Tab, state: Parameters<Tab['is']>[0]) => eventually(() => expect(tab.is(state)).toBe(true))

function leadingTab() {
  const tab = openTab()
  tab.lead()
  return tab
}

function openStream() {
  const tab = leadingTab()
  tab.last(tab.connections).report(hello)
  return tab
}

async function end(tab: Tab, retry: number | null = null) {
  tab.last(tab.connections).end(retry)
  await reach(tab, 'waiting')
}

async function fail(tab: Tab) {
  tab.last(tab.connections).fail()
  await reach(tab, 'waiting')
}

/** Twice in a row, so that the tab asks. */
async function asking() {
  const tab = leadingTab()
  await fail(tab)
  tab.clock.increment(750)
  await fail(tab)
  tab.clock.increment(1_500)
  expect(tab.is('asking')).toBe(true)
  return tab
}

describe('of the tabs of a browser', () => {
  it('one that does not lead makes no connection, and receives what the leading one shares', () => {
    const tab = openTab()
    expect(tab.is('following')).toBe(true)
    tab.share(news)
    expect(tab.messages).toEqual([news])
    expect(tab.connections).toEqual([])
    expect(tab.shared).toEqual([])
  })

  it('the one that leads connects, and shares all events', () => {
    const tab = openStream()
    tab.last(tab.connections).report(news)
    expect(tab.connections).toMatchObject([{ lastEventId: '1000', open: true }])
    expect(tab.shared).toEqual([hello, news])
    expect(tab.messages).toEqual([hello, news])
  })

  it('one that becomes the leader goes on from the last event that it received', () => {
    const tab = openTab()
    tab.share(news)
    tab.lead()
    expect(tab.connections).toMatchObject([{ lastEventId: '3000-a' }])
  })

  it('the one in which the user changes something notifies the others', () => {
    const tab = openTab()
    const made: AppEventMessage = { name: 'moduleCreated', own: true, spread: 0 }
    tab.send({ type: 'own.changed', news: made })
    expect(tab.shared).toEqual([{ eventId: '1000', news: made }])
    expect(tab.messages).toEqual([])
  })
})

describe('a connection', () => {
  it('that ends is opened again from where it ended, soon and after a random delay', async () => {
    const tab = openStream()
    tab.last(tab.connections).report(news)
    await end(tab)
    tab.clock.increment(749)
    expect(tab.connections).toHaveLength(1)
    tab.clock.increment(1)
    expect(tab.last(tab.connections)).toMatchObject({ lastEventId: '3000-a', open: true })
  })

  it('that the server ends is opened again within the time that it gives', async () => {
    const tab = openStream()
    await end(tab, 5_000)
    tab.clock.increment(2_499)
    expect(tab.connections).toHaveLength(1)
    tab.clock.increment(1)
    expect(tab.connections).toHaveLength(2)
  })

  it('on which nothing comes for half a minute, not even a heartbeat, is given up', () => {
    const tab = openStream()
    tab.clock.increment(29_999)
    tab.last(tab.connections).report({ eventId: '2500-a' })
    tab.clock.increment(29_999)
    expect(tab.is('open')).toBe(true)
    tab.clock.increment(1)
    expect(tab.is('waiting')).toBe(true)
    expect(tab.last(tab.connections).open).toBe(false)
  })

  it('on which no hello comes within ten seconds is given up', () => {
    const tab = leadingTab()
    tab.clock.increment(10_000)
    expect(tab.is('waiting')).toBe(true)
    expect(tab.last(tab.connections).open).toBe(false)
  })
})

describe('whether the server is there', () => {
  it('is said of a connection that breaks, and of one that says nothing', async () => {
    const tab = openStream()
    expect(tab.states).toEqual(['awaited'])
    await end(tab)
    expect(tab.states).toEqual(['awaited', 'lost'])
    tab.clock.increment(750)
    tab.clock.increment(10_000)
    expect(tab.states).toEqual(['awaited', 'lost', 'lost'])
  })

  it('is nothing to go by while nobody looks', () => {
    const tab = openStream()
    tab.send({ type: 'page.left' })
    expect(tab.states).toEqual(['awaited', 'left'])
    tab.send({ type: 'page.returned' })
    expect(tab.states).toEqual(['awaited', 'left', 'awaited'])
  })

  it('once it is again is not waited for any longer', async () => {
    const tab = openStream()
    await end(tab)
    tab.send({ type: 'server.returned' })
    expect(tab.connections).toHaveLength(2)
    expect(tab.is('connecting')).toBe(true)
  })
})

describe('where no connection lasts', () => {
  it('missed events are fetched before another is tried, and all of them are passed on and shared', async () => {
    const tab = await asking()
    const question = tab.last(tab.questions)
    expect(question.lastEventId).toBe('1000')
    question.report(hello)
    question.report(news)
    question.end(null)
    await reach(tab, 'connecting')
    expect(tab.messages).toEqual([hello, news])
    expect(tab.shared).toEqual([hello, news])
    expect(tab.last(tab.connections).lastEventId).toBe('3000-a')
  })

  it('it is tried at growing intervals of at most about 45 s, also when fetching fails', async () => {
    const tab = await asking()
    const waits: number[] = []
    for (let n = 0; n < 7; n++) {
      tab.last(tab.questions).fail()
      await reach(tab, 'connecting')
      await fail(tab)
      let wait = 0
      for (; !tab.is('asking'); wait += 250) tab.clock.increment(250)
      waits.push(wait)
    }
    expect(waits).toEqual([3_000, 6_000, 12_000, 24_000, 45_000, 45_000, 45_000])
  })

  it('one that is answered after all resets the count', async () => {
    const tab = await asking()
    tab.last(tab.questions).end(null)
    await reach(tab, 'connecting')
    tab.last(tab.connections).report(hello)
    await end(tab)
    tab.clock.increment(750)
    expect(tab.is('connecting')).toBe(true)
  })
})

describe('where tabs cannot agree on who leads', () => {
  it('none has a connection, and each asks what is new now and then, also when asking failed', async () => {
    const tab = openTab()
    tab.disagree()
    await reach(tab, 'inquiring')
    tab.last(tab.questions).report(news)
    tab.last(tab.questions).end(null)
    await reach(tab, 'resting')
    expect(tab.messages).toEqual([news])
    expect(tab.shared).toEqual([])

    tab.clock.increment(44_999)
    expect(tab.is('resting')).toBe(true)
    tab.clock.increment(1)
    expect(tab.last(tab.questions).lastEventId).toBe('3000-a')
    tab.last(tab.questions).fail()
    await reach(tab, 'resting')
    tab.clock.increment(45_000)
    expect(tab.is('inquiring')).toBe(true)
    expect(tab.connections).toEqual([])
  })
})

describe('a page at which nobody looks', () => {
  it('closes its connection and gives up the lead until somebody looks', () => {
    const tab = openStream()
    tab.send({ type: 'page.left' })
    expect(tab.last(tab.connections).open).toBe(false)
    expect(tab.candidates.open).toBe(0)
    tab.share(news)
    expect(tab.messages).toEqual([hello])
  })

  it('goes on from its last event', () => {
    const tab = openStream()
    tab.last(tab.connections).report(news)
    tab.send({ type: 'page.left' })
    tab.send({ type: 'page.returned' })
    expect(tab.is('following')).toBe(true)
    expect(tab.candidates.open).toBe(1)
    tab.lead()
    expect(tab.last(tab.connections)).toMatchObject({ lastEventId: '3000-a', open: true })
  })
})

it('takes every transition of the live machine in these tests', () => {
  expect([...coverage.untaken]).toEqual([])
})
