// @module-tag pooled
import { sql } from 'kysely'
import { beforeEach, expect, inject, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { compiledBySize, type Ids } from '#database/queries/batched-reads.ts'
import type { Kysely } from '#database/tables.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { insertTrio } from './support/rows.ts'

describeOnPostgres('a question that is compiled once', (open) => {
  let database: Database
  let ask: (kysely: Kysely) => Promise<object[]>
  beforeEach(async () => {
    database = await open()
    const { module_id } = await insertTrio(database)
    const modulesOf = compiledBySize((kysely, ids: Ids) =>
      kysely.selectFrom('module').selectAll().where('id', 'in', ids),
    )
    ask = (kysely) => modulesOf(kysely, [module_id])
  })

  test('is planned once by a session that is ours, and each time by one that a pooler may give to others', async () => {
    const prepared = await database.transaction(async (trx) => {
      for (let time = 0; time < 3; time++) expect(await ask(trx)).toHaveLength(1)
      return sql`select name from pg_prepared_statements where statement like '%"module"%'`.execute(trx)
    })
    expect(prepared.rows).toHaveLength(inject('pgbouncer') ? 0 : 1)
  })

  test('is prepared again after a migration, at the latest by another session', async () => {
    for (let time = 0; time < 3; time++) await ask(database.kysely)
    await sql`alter table module add column colour text`.execute(database.kysely)
    await ask(database.kysely).catch(() => undefined)
    expect(await ask(database.kysely)).toEqual([expect.objectContaining({ colour: null })])
  })

  test('that is built by others is not prepared', async () => {
    const prepared = await database.transaction(async (trx) => {
      for (let time = 0; time < 3; time++)
        await trx.selectFrom('module').select('id').where('name', 'like', '%A%').execute()
      return sql`select name from pg_prepared_statements where statement like '%"module"%'`.execute(trx)
    })
    expect(prepared.rows).toEqual([])
  })
})
