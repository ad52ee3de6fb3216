import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createActor, createMachine, toPromise } from 'xstate'
import { type LiveMeans, liveActors } from '#src/live/live-actors.ts'
import { serve } from './support/http-stage.ts'

const HELLO = 'id: 2000-a\nevent: hello\ndata: {"server_time":2000}\n\n'
const NEWS = 'id: 3000-a\nevent: changed\ndata: {"kind":"testmoment","id":3,"spread":0}\n\n'

const told = [
  { type: 'stream.told', told: { eventId: '2000-a', serverTime: 2_000 } },
  { type: 'stream.told', told: { eventId: '3000-a', news: { kind: 'testmoment', id: 3, spread: 0 } } },
]

let stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

const noMeans: LiveMeans = {
  connect: () => Promise.reject(new Error('not asked')),
  name: 'live-7',
  locks: undefined,
  channel: undefined,
}

type Actors = ReturnType<typeof liveActors>

/** Runs one of the actors, and gives what it says. */
function run(actor: Actors['stream'] | Actors['election'] | Actors['siblings']) {
  const events: unknown[] = []
  const logic = createMachine({ invoke: { src: actor, id: 'it', input: { lastEventId: '1000' } } })
  const parent = createActor(logic, {
    inspect: (event) => {
      if (event.type === '@xstate.event' && event.actorRef === parent && event.sourceRef) events.push(event.event)
    },
  })
  parent.start()
  const stop = () => void parent.stop()
  stops.push(stop)
  const child = () => parent.getSnapshot().children.it
  return { events, stop, child }
}

/** A server that answers as the test says. */
async function answering(answer: (response: ServerResponse) => void) {
  const asked: unknown[] = []
  const origin = await serve((request, response) => {
    asked.push(request.headers['last-event-id'])
    answer(response)
  })
  const connect: LiveMeans['connect'] = ({ lastEventId, signal }) =>
    fetch(origin, { headers: { 'last-event-id': lastEventId }, signal })
  return { asked, actors: liveActors({ ...noMeans, connect }) }
}

describe('the stream', () => {
  it('tells what comes, however it is cut on its way, and then that it ended', async () => {
    const { asked, actors } = await answering((response) => {
      const text = HELLO + NEWS
      response.write(text.slice(0, 20))
      setTimeout(() => {
        response.write(text.slice(20, 70))
        setTimeout(() => response.end(`${text.slice(70)}retry: 5000\n\n`), 5)
      }, 5)
    })
    const { events } = run(actors.stream)
    await vi.waitFor(() => expect(events).toEqual([...told, { type: 'stream.ended', retry: 5_000 }]))
    expect(asked).toEqual(['1000'])
  })

  it('takes a sign of life for no more than that', async () => {
    const { actors } = await answering((response) => response.end('id: 2500-a\n\n'))
    const { events } = run(actors.stream)
    await vi.waitFor(() => expect(events).toHaveLength(2))
    expect(events[0]).toEqual({ type: 'stream.told', told: { eventId: '2500-a' } })
  })

  it('that can’t be had has ended', async () => {
    const { events } = run(liveActors(noMeans).stream)
    await vi.waitFor(() => expect(events).toEqual([{ type: 'stream.ended', retry: null }]))
  })

  it('is closed when nobody wants it any more, and says nothing of it', async () => {
    const closed = vi.fn()
    const { actors } = await answering((response) => {
      response.on('close', closed)
      response.write(HELLO)
    })
    const { events, stop } = run(actors.stream)
    await vi.waitFor(() => expect(events).toHaveLength(1))
    stop()
    await vi.waitFor(() => expect(closed).toHaveBeenCalled())
    expect(events).toHaveLength(1)
  })
})

it('asking gives all that is new at once', async () => {
  const { actors } = await answering((response) => response.end(HELLO + NEWS))
  const answer = await toPromise(createActor(actors.ask, { input: { lastEventId: '1000' } }).start())
  expect(answer).toEqual(told.map((event) => event.told))
})

describe('the lead', () => {
  const granted = [{ type: 'lead.granted' }]

  it('has one tab at a time, and the next when that one goes', async () => {
    const { election } = liveActors({ ...noMeans, locks: navigator.locks })
    const first = run(election)
    await vi.waitFor(() => expect(first.events).toEqual(granted))
    const second = run(election)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(second.events).toEqual([])
    first.stop()
    await vi.waitFor(() => expect(second.events).toEqual(granted))
  })

  it('is each tab’s own without locks, or where the browser refuses them', async () => {
    expect(run(liveActors(noMeans).election).events).toEqual(granted)
    const refusing = { request: () => Promise.reject(new Error('no locks here')) }
    const { events } = run(liveActors({ ...noMeans, locks: refusing }).election)
    await vi.waitFor(() => expect(events).toEqual(granted))
  })
})

describe('the tabs of one person', () => {
  const channel = (name: string) => new BroadcastChannel(name)
  const news = { eventId: '3000-a' }

  it('are given what one of them shares, and other people’s tabs are not', async () => {
    const [here, there, theirs] = [
      run(liveActors({ ...noMeans, channel }).siblings),
      run(liveActors({ ...noMeans, channel }).siblings),
      run(liveActors({ ...noMeans, channel, name: 'live-8' }).siblings),
    ]
    here.child()?.send({ type: 'share', told: news })
    await vi.waitFor(() => expect(there.events).toEqual([{ type: 'sibling.told', told: news }]))
    expect([here.events, theirs.events]).toEqual([[], []])
  })

  it('where there is no channel hear nothing, and that is all', () => {
    const { child, events } = run(liveActors(noMeans).siblings)
    child()?.send({ type: 'share', told: news })
    expect(events).toEqual([])
  })
})
