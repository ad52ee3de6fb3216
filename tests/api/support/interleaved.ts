import type { KyselyPlugin } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'

/**
 * The same database, whose every answer takes a turn of the event loop. SQLite answers at once, so that in one process
 * nothing would ever come between two statements, as it does between two processes.
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
