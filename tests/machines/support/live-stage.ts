import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { type LiveEmitted, type LiveMessage, liveMachine, type Reporting } from '#src/live/live.machine.ts'
import { transitionCoverage } from './transition-coverage.ts'

export const coverage = transitionCoverage(liveMachine)

/** Request of the tab to the server; the test decides how it goes on. */
interface Question {
  lastEventId: string
  report: (message: LiveMessage) => void
  end: (retry: number | null) => void
  fail: () => void
  /** until it ended, or the tab let go of it */
  open: boolean
}

/** A tab whose browser and server the test plays, on a clock that the test moves. By chance it is always halfway. */
export function openTab() {
  const clock = new SimulatedClock()
  const connections: Question[] = []
  const questions: Question[] = []
  const messages: LiveMessage[] = []
  const shared: LiveMessage[] = []
  const candidates = { open: 0 }
  let lead: () => void = () => undefined
  let disagree: () => void = () => undefined
  let shareHere: (message: LiveMessage) => void = () => undefined

  const noteIn = (list: Question[]) =>
    fromPromise<number | null, { lastEventId: string } & Reporting<LiveMessage>>(({ input, signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<number | null>()
      const question: Question = {
        ...input,
        open: true,
        end: resolve,
        fail: () => reject(new Error('no server')),
      }
      const close = () => {
        question.open = false
      }
      signal.addEventListener('abort', close)
      promise.then(close, close)
      list.push(question)
      return promise
    })

  const tab = createActor(
    liveMachine.provide({
      actors: {
        election: fromPromise<void, Reporting<void>>(({ input, signal }) => {
          candidates.open += 1
          lead = input.report
          return new Promise<void>((_, reject) => {
            disagree = () => reject(new Error('no locks'))
            signal.addEventListener('abort', () => {
              candidates.open -= 1
            })
          })
        }),
        siblings: fromPromise<void, Reporting<LiveMessage>>(({ input }) => {
          shareHere = input.report
          return new Promise<void>(() => undefined)
        }),
        stream: noteIn(connections),
        ask: noteIn(questions),
      },
    }),
    { input: { lastEventId: '1000', random: () => 0.5 }, clock, inspect: coverage.inspect },
  )
  const states: LiveEmitted['type'][] = []
  const keep = (emitted: LiveEmitted) => {
    if (emitted.type === 'received') messages.push(emitted.message)
    else if (emitted.type === 'shared') shared.push(emitted.message)
    else states.push(emitted.type)
  }
  tab.on('*', keep)
  tab.start()
  return {
    clock,
    connections,
    questions,
    /** the connection, or the question, that was begun last */
    last: (list: Question[]): Question => {
      const question = list.at(-1)
      if (!question) throw new Error('nothing was asked')
      return question
    },
    messages,
    shared,
    /** states of the stream, as it reported them */
    states,
    candidates,
    lead: () => lead(),
    /** there is no way for the tabs to agree on who leads */
    disagree: () => disagree(),
    /** another tab shares something */
    share: (what: LiveMessage) => shareHere(what),
    send: tab.send,
    is: (state: 'connecting' | 'open' | 'waiting' | 'asking' | 'following' | 'inquiring' | 'resting' | 'asleep') =>
      JSON.stringify(tab.getSnapshot().value).includes(`"${state}"`),
  }
}

export const hello: LiveMessage = { eventId: '2000-a', serverTime: 2_000 }
export const news: LiveMessage = { eventId: '3000-a', news: { name: 'testmomentEdited', id: 3, spread: 0 } }
