import type { KyselyPlugin } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'

/**
 * The same database, with a note of every statement that is built for it: its kind and its tables, in order. Those that
 * were compiled before are built no more; `answered` counts every answer, theirs too.
 */
export function countStatements(database: Database) {
  const statements: string[] = []
  const answered = { count: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const kind = node.kind.replace('QueryNode', '').toLowerCase()
      statements.push(`${kind} ${tableIn(JSON.stringify(node))}`)
      return node
    },
    transformResult: async ({ result }) => {
      answered.count++
      return result
    },
  }
  const counted: Database = {
    ...database,
    kysely: database.kysely.withPlugin(plugin),
    transaction: (work) => database.transaction((trx) => work(trx.withPlugin(plugin))),
  }
  return { database: counted, statements, answered }
}

/** The first table that a statement names. */
const tableIn = (node: string): string =>
  /"table":\{"kind":"SchemableIdentifierNode","identifier":\{"kind":"IdentifierNode","name":"(\w+)"/.exec(node)?.[1] ??
  '?'
