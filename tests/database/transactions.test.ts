import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const NOW = '2026-09-01T08:00:00.000Z'

describeOnEachDatabase('a transaction', (open) => {
  let database: Database
  beforeEach(async () => {
    database = await open()
  })

  const names = async () => {
    const rows = await database.kysely.selectFrom('module').select('name').orderBy('name').execute()
    return rows.map((row) => row.name)
  }

  test('leaves nothing behind when its work fails', async () => {
    const failing = database.transaction(async (trx) => {
      await trx.insertInto('module').values({ name: 'BR', description: 'Breuken', created_at: NOW }).execute()
      throw new Error('halfway')
    })
    await expect(failing).rejects.toThrow('halfway')
    expect(await names()).toEqual([])
  })
})
