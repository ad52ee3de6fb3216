import { setImmediate as turn } from 'node:timers/promises'

/** ms that work may run before other work on this event loop gets a turn; a quarter of a frame at 30 a second. */
const TURN_MS = 8

/** Runs work that yields in pieces over several turns of the event loop, so that thousands of lines block nobody. */
export async function inTurns<Result>(work: Generator<undefined, Result, undefined>): Promise<Result> {
  let began = performance.now()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    if (performance.now() - began < TURN_MS) continue
    await turn()
    began = performance.now()
  }
}
