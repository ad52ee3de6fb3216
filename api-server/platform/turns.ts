import { setImmediate as turn } from 'node:timers/promises'

/** How long work may go on before others may use this event loop (ms). A quarter of a frame at 30 a second. */
const TURN_MS = 8

/** Does work that yields, a piece in each turn of the event loop: thousands of lines hold up nobody else. */
export async function inTurns<Result>(work: Generator<undefined, Result, undefined>): Promise<Result> {
  let began = performance.now()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    if (performance.now() - began < TURN_MS) continue
    await turn()
    began = performance.now()
  }
}
