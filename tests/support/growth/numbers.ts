import { type RawBuilder, sql } from 'kysely'

/** Table expression `name` with a column i that counts 1, 2, … to `count`; goes after `with recursive` on both engines. */
export const upTo = (name: string, count: number): RawBuilder<unknown> =>
  sql`${sql.ref(name)} (i) as (select 1 union all select i + 1 from ${sql.ref(name)} where i < ${sql.lit(count)})`
