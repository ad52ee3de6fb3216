import type { KyselyPlugin } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'

/**
 * Wraps a database to record each statement that is built for it: its kind and first table, in order. Statements that were
 * compiled earlier are not built again; `answered` counts every answer, also to those.
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

const tableIn = (node: string): string =>
  /"table":\{"kind":"SchemableIdentifierNode","identifier":\{"kind":"IdentifierNode","name":"(\w+)"/.exec(node)?.[1] ??
  '?'
