import { type RawBuilder, sql } from 'kysely'

/** A table expression of `name` with the column i: 1, 2, … up to `count`. After `with recursive`, alike on both engines. */
export const upTo = (name: string, count: number): RawBuilder<unknown> =>
  sql`${sql.ref(name)} (i) as (select 1 union all select i + 1 from ${sql.ref(name)} where i < ${sql.lit(count)})`
