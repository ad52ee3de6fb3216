// @module-tag pooled
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('a statement that was asked before', (open) => {
  let database: Database
  beforeEach(async () => {
    database = await open()
    await sql`create table note (id integer, flag boolean)`.execute(database.kysely)
    await sql`insert into note values (1, true)`.execute(database.kysely)
  })

  const everything = async () => (await sql`select * from note`.execute(database.kysely)).rows

  test('shows a column that was added since', async () => {
    expect(await everything()).toEqual([{ id: 1, flag: true }])
    await sql`alter table note add column text text`.execute(database.kysely)
    expect(await everything()).toEqual([{ id: 1, flag: true, text: null }])
  })

  test('shows the columns as they are after a change that was rolled back', async () => {
    const changing = database.transaction(async (trx) => {
      await sql`alter table note drop column flag`.execute(trx)
      expect((await sql`select * from note`.execute(trx)).rows).toEqual([{ id: 1 }])
      throw new Error('no')
    })
    await expect(changing).rejects.toThrow('no')
    expect(await everything()).toEqual([{ id: 1, flag: true }])
  })

  test('answers again each time, among more statements than are kept', async () => {
    for (let number = 0; number < 1_200; number++) {
      const { rows } = await sql<{ n: number }>`select ${sql.lit(number % 700)} as n`.execute(database.kysely)
      expect(rows).toEqual([{ n: number % 700 }])
    }
    await sql`insert into note values (2, false)`.execute(database.kysely)
    expect(await everything()).toEqual([
      { id: 1, flag: true },
      { id: 2, flag: false },
    ])
  })
})
