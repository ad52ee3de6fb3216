import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import { describeOnEachDatabase, describeOnSqlite } from '#tests/support/databases.ts'
import { Program } from './support/program.ts'

const ROUNDS = 4
const ACKNOWLEDGED = 60

describeOnEachDatabase('kill -9 of a process that writes', (_, urls) => {
  test('loses nothing that was acknowledged, and leaves the database ready', async () => {
    const url = await urls.fresh()
    const acknowledged: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const writer = new Program('keep-writing', url)
      for (let number = 0; number < ACKNOWLEDGED; number++) acknowledged.push(await writer.nextLine())
      writer.kill()
      for await (const name of writer.lines) acknowledged.push(name)
      await writer.end()

      const database = openDatabase(url, { timeout: 4_000 })
      const rows = await database.kysely.selectFrom('module').select('name').execute()
      const kept = new Set(rows.map((row) => row.name))
      expect(acknowledged.filter((name) => !kept.has(name))).toEqual([])
      // One more may have been written than was acknowledged.
      expect(kept.size - acknowledged.length).toBeLessThanOrEqual(round + 1)
      await database.close()
    }
  })
})

describeOnSqlite('the file', (open) => {
  test('syncs every commit to the disk, and is whole', async () => {
    const { kysely } = await open()
    const ask = async (pragma: string) => (await sql.raw(`pragma ${pragma}`).execute(kysely)).rows
    expect(await ask('journal_mode')).toEqual([{ journal_mode: 'wal' }])
    expect(await ask('synchronous')).toEqual([{ synchronous: 2 }])
    expect(await ask('foreign_keys')).toEqual([{ foreign_keys: 1 }])
    expect(await ask('integrity_check')).toEqual([{ integrity_check: 'ok' }])
  })
})
