import type { OpenStreams } from './open-streams.ts'
import type { Audience } from './reader.ts'

/** So many are written to in one turn of the event loop; 5,000 in one would keep every request waiting for 50 ms. */
const WRITES_A_TURN = 500

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Writes each frame, made once, to all whom it is for, one frame after the other. */
export function createFanOut(streams: OpenStreams) {
  const waiting: { to: Audience; frame: string }[] = []
  let working = false

  const work = async () => {
    working = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const bytes = Buffer.from(next.frame)
      let written = 0
      for (const stream of streams.for(next.to)) {
        stream.write(bytes)
        written += 1
        if (written % WRITES_A_TURN === 0) await nextTurn()
      }
      // What is written in one turn is sent at its end, and until then looks like what nobody reads.
      await nextTurn()
    }
    working = false
  }

  return (to: Audience, frame: string): void => {
    waiting.push({ to, frame })
    if (!working) void work()
  }
}
