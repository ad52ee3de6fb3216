import type { KyselyPlugin } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'

/** The same database, with a note of every statement that is sent to it: its kind and its tables, in order. */
export function countStatements(database: Database): { database: Database; statements: string[] } {
  const statements: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const kind = node.kind.replace('QueryNode', '').toLowerCase()
      statements.push(`${kind} ${tableIn(JSON.stringify(node))}`)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    statements,
    database: {
      ...database,
      kysely: database.kysely.withPlugin(plugin),
      transaction: (work) => database.transaction((trx) => work(trx.withPlugin(plugin))),
    },
  }
}

/** The first table that a statement names. */
const tableIn = (node: string): string =>
  /"table":\{"kind":"SchemableIdentifierNode","identifier":\{"kind":"IdentifierNode","name":"(\w+)"/.exec(node)?.[1] ??
  '?'
