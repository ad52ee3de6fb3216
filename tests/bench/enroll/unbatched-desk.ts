import type { QueuedRequest } from '#api-server/enrollments/desk/decide.ts'
import { type EnrollmentDesk, handleBatch, lockRows } from '#api-server/enrollments/desk/desk.ts'
import type { Database } from '#database/engine/open-database.ts'

/** A desk without a queue: each request at once, in a transaction of its own. */
export function openUnbatchedDesk(database: Database, clock: () => number): EnrollmentDesk {
  const wait = async (request: QueuedRequest) => {
    const steps = { lock: lockRows, clock }
    const { answers } = await database.transaction((trx) => handleBatch(trx, [request], steps))
    const [answer] = answers
    if (!answer || answer instanceof Error) throw answer
    return answer
  }
  return {
    wait,
    handle: async (request) => {
      const answer = await wait(request)
      if ('waiting' in answer) throw new Error('nobody asked for a place in line')
      return answer
    },
  }
}
