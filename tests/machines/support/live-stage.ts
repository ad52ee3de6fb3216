import { createActor, fromCallback, SimulatedClock } from 'xstate'
import type { LiveEmitted, LiveEvent, Told } from '#src/live/live.events.ts'
import { liveMachine } from '#src/live/live.machine.ts'
import { scriptedActor } from './scripted-actor.ts'
import { transitionCoverage } from './transition-coverage.ts'

export const coverage = transitionCoverage(liveMachine)

/** A tab whose browser and server the test plays, on a clock that the test moves. By chance it is always halfway. */
export function openTab() {
  const clock = new SimulatedClock()
  /** what the tab asked the server to go on from, each time it connected */
  const connections: { lastEventId: string; open: boolean }[] = []
  const shared: Told[] = []
  const emitted: LiveEmitted[] = []
  const candidates = { open: 0 }
  const ask = scriptedActor<Told[], { lastEventId: string }>()

  const election = fromCallback<LiveEvent>(() => {
    candidates.open += 1
    return () => {
      candidates.open -= 1
    }
  })
  const stream = fromCallback<LiveEvent, { lastEventId: string }>(({ input }) => {
    const connection = { ...input, open: true }
    connections.push(connection)
    return () => {
      connection.open = false
    }
  })
  const siblings = fromCallback<{ type: 'share'; told: Told }>(({ receive }) =>
    receive(({ told }) => shared.push(told)),
  )

  const tab = createActor(
    liveMachine.provide({
      actors: { page: fromCallback<LiveEvent>(() => undefined), election, stream, siblings, ask: ask.logic },
    }),
    { input: { lastEventId: '1000', random: () => 0.5 }, clock, inspect: coverage.inspect },
  )
  tab.on('*', (event) => emitted.push(event))
  tab.start()
  return {
    clock,
    connections,
    shared,
    emitted,
    candidates,
    ask,
    send: tab.send,
    is: (...states: ('connecting' | 'open' | 'waiting' | 'asking' | 'following' | 'asleep')[]) => {
      const text = JSON.stringify(tab.getSnapshot().value)
      return states.every((state) => text.includes(`"${state}"`))
    },
  }
}

export const hello: Told = { eventId: '2000-a', serverTime: 2_000 }
export const news: Told = { eventId: '3000-a', news: { kind: 'testmoment', id: 3, spread: 0 } }
