import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Actor, type AnyActorLogic, createActor, toPromise } from 'xstate'
import type { LiveMessage } from '#src/live/live.machine.ts'
import { type LiveDeps, liveActors } from '#src/live/live-actors.ts'
import { eventually } from '#tests/support/eventually.ts'
import { serve } from './support/http-stage.ts'

const HELLO = 'id: 2000-a\nevent: hello\ndata: {"server_time":2000,"release":"k3Vd"}\n\n'
const NEWS = 'id: 3000-a\nevent: testmomentEdited\ndata: {"id":3,"spread":0}\n\n'

const messages: LiveMessage[] = [
  { eventId: '2000-a', serverTime: 2_000, release: 'k3Vd' },
  { eventId: '3000-a', news: { name: 'testmomentEdited', id: 3, spread: 0 } },
]

let stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

const noDeps: LiveDeps = {
  connect: () => Promise.reject(new Error('not asked')),
  name: 'live-7',
  locks: undefined,
  channel: undefined,
}

const start = <Logic extends AnyActorLogic>(actor: Actor<Logic>) => {
  actor.subscribe({ error: () => undefined })
  actor.start()
  const stop = () => void actor.stop()
  stops.push(stop)
  return { actor, stop }
}

/** Runs the actor that listens to the server, and keeps its reports. */
function ask(logic: ReturnType<typeof liveActors>['stream']) {
  const said: LiveMessage[] = []
  return {
    said,
    ...start(createActor(logic, { input: { lastEventId: '1000', report: (message) => said.push(message) } })),
  }
}

function stand({ election }: Pick<ReturnType<typeof liveActors>, 'election'>) {
  const granted = vi.fn()
  return { granted, ...start(createActor(election, { input: { report: granted } })) }
}

/** A server that answers as the test says. */
async function answering(answer: (response: ServerResponse) => void) {
  const origin = await serve((_request, response) => answer(response))
  return liveActors({ ...noDeps, connect: ({ signal }) => fetch(origin, { signal }) })
}

describe('the stream', () => {
  it('tells what comes, however it is cut on its way, and how it ended', async () => {
    const text = new TextEncoder().encode(`${HELLO}${NEWS}retry: 5000\n\n`)
    for (let cut = 1; cut < text.length; cut++) {
      const asked: unknown[] = []
      const connect: LiveDeps['connect'] = async ({ lastEventId }) => {
        asked.push(lastEventId)
        const pieces = [text.subarray(0, cut), text.subarray(cut)].values()
        const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
          const { value, done } = pieces.next()
          if (done) controller.close()
          else controller.enqueue(value)
        }
        return new Response(new ReadableStream({ pull }))
      }
      const { said, actor } = ask(liveActors({ ...noDeps, connect }).stream)
      expect(await toPromise(actor)).toBe(5_000)
      expect(said).toEqual(messages)
      expect(asked).toEqual(['1000'])
    }
  })

  it('takes a sign of life for no more than that', async () => {
    const actors = await answering((response) => response.end('id: 2500-a\n\n'))
    const { said, actor } = ask(actors.stream)
    expect(await toPromise(actor)).toBeNull()
    expect(said).toEqual([{ eventId: '2500-a' }])
  })

  it('that can’t be had fails', async () => {
    const { actor } = ask(liveActors(noDeps).stream)
    await expect(toPromise(actor)).rejects.toThrow()
  })

  it('is closed when nobody wants it any more', async () => {
    const closed = vi.fn()
    const actors = await answering((response) => {
      response.on('close', closed)
      response.write(HELLO)
    })
    const { said, stop } = ask(actors.stream)
    await eventually(() => expect(said).toHaveLength(1))
    stop()
    await eventually(() => expect(closed).toHaveBeenCalled())
  })
})

it('asking gives all that is new, and ends', async () => {
  const actors = await answering((response) => response.end(HELLO + NEWS))
  const { said, actor } = ask(actors.ask)
  await toPromise(actor)
  expect(said).toEqual(messages)
})

describe('the lead', () => {
  it('has one tab at a time, and the next when that one goes', async () => {
    const actors = liveActors({ ...noDeps, locks: navigator.locks })
    const first = stand(actors)
    await eventually(() => expect(first.granted).toHaveBeenCalledOnce())
    const second = stand(actors)
    await eventually(async () => expect((await navigator.locks.query()).pending).toHaveLength(1))
    expect(second.granted).not.toHaveBeenCalled()
    first.stop()
    await eventually(() => expect(second.granted).toHaveBeenCalledOnce())
  })

  it('is nobody’s without locks, or where the browser refuses them', async () => {
    const refusing = { request: () => Promise.reject(new Error('no locks here')) }
    for (const locks of [undefined, refusing]) {
      const { election } = liveActors({ ...noDeps, locks })
      const report = vi.fn()
      const { actor } = start(createActor(election, { input: { report } }))
      await eventually(() => expect(actor.getSnapshot().status).toBe('error'))
      expect(report).not.toHaveBeenCalled()
    }
  })

  it('is granted to no tab that has gone', async () => {
    const { granted, stop } = stand(liveActors({ ...noDeps, locks: navigator.locks }))
    stop()
    // Whoever asks for the same lock later gets it later.
    await navigator.locks.request(noDeps.name, () => undefined)
    expect(granted).not.toHaveBeenCalled()
  })
})

describe('the tabs of one person', () => {
  const listen = (channel: BroadcastChannel | undefined) => {
    const said: LiveMessage[] = []
    const { siblings } = liveActors({ ...noDeps, channel })
    start(createActor(siblings, { input: { report: (message) => said.push(message) } }))
    return said
  }
  const open = (name: string) => {
    const channel = new BroadcastChannel(name)
    stops.push(() => channel.close())
    return { channel, said: listen(channel) }
  }

  it('are given what one of them shares, and other people’s tabs are not', async () => {
    const [here, there, theirs] = [open('live-7'), open('live-7'), open('live-8')]
    here.channel.postMessage(messages[0])
    await eventually(() => expect(there.said).toEqual([messages[0]]))
    expect([here.said, theirs.said]).toEqual([[], []])
  })

  it('where there is no channel hear nothing, and that is all', () => {
    expect(listen(undefined)).toEqual([])
  })
})
