import { type EnrollmentDesk, handleBatch, lockRows } from '#api-server/enrollments/desk/desk.ts'
import type { Database } from '#database/engine/open-database.ts'

/** A desk without a queue: each request at once, in a transaction of its own. */
export const openUnbatchedDesk = (database: Database, clock: () => number): EnrollmentDesk => ({
  handle: async (request) => {
    const steps = { lock: lockRows, clock }
    const { answers } = await database.transaction((trx) => handleBatch(trx, [request], steps))
    const [answer] = answers
    if (!answer || answer instanceof Error) throw answer
    return answer
  },
})
