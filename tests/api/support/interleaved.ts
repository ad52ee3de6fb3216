import type { KyselyPlugin } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'

/**
 * Wraps a database so that each answer takes a turn of the event loop. SQLite answers at once, so in one process nothing could
 * happen between two statements, as it can between two processes.
 */
export const interleaved = (database: Database): Database => ({
  ...database,
  kysely: database.kysely.withPlugin(answerNextTurn),
  transaction: (work) => database.transaction((trx) => work(trx.withPlugin(answerNextTurn))),
})

const answerNextTurn: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await new Promise<void>((resolve) => setImmediate(resolve))
    return result
  },
}
