import { CompiledQuery, SqliteAdapter } from 'kysely'
import { z } from 'zod'
import type { Kysely } from '#database/tables.ts'

/**
 * Tables that a statement scans, according to its plan, instead of looking up rows: 'enrollment', or 'enrollment by an_index'
 * if it scans an index. A plan does not say how far the scan gets before it has enough rows.
 */
export const walkedThrough = (kysely: Kysely, statement: CompiledQuery): Promise<string[]> =>
  kysely.getExecutor().adapter instanceof SqliteAdapter ? onSqlite(kysely, statement) : onPostgres(kysely, statement)

const ask = async (kysely: Kysely, explain: string, { sql, parameters }: CompiledQuery) =>
  (await kysely.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]))).rows

const steps = z.array(z.object({ detail: z.string() }))

/** Without `analyze`, which the product never runs, SQLite's plan does not depend on the rows. */
async function onSqlite(kysely: Kysely, statement: CompiledQuery): Promise<string[]> {
  const aliases = new Map(
    [...statement.sql.matchAll(/"(\w+)" as "(\w+)"/g)].map(([, table = '', alias = '']) => [alias, table]),
  )
  return steps.parse(await ask(kysely, 'explain query plan', statement)).flatMap(({ detail }) => {
    const [, name, index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? []
    return name === undefined ? [] : [walk(aliases.get(name) ?? name, index)]
  })
}

const node = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  get Plans() {
    return z.array(node).optional()
  },
})
type Node = z.infer<typeof node>
const plans = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: node })]) })])

async function onPostgres(kysely: Kysely, statement: CompiledQuery): Promise<string[]> {
  const [
    {
      'QUERY PLAN': [{ Plan: top }],
    },
  ] = plans.parse(await ask(kysely, 'explain (format json)', statement))
  return walks(top)
}

function walks(plan: Node): string[] {
  const { 'Node Type': kind, 'Relation Name': table = '', 'Index Name': index, 'Index Cond': condition } = plan
  const walked = kind === 'Seq Scan' || (index !== undefined && condition === undefined)
  return [...(walked ? [walk(table, index)] : []), ...(plan.Plans ?? []).flatMap(walks)]
}

const walk = (table: string, index: string | undefined) => (index === undefined ? table : `${table} by ${index}`.trim())
