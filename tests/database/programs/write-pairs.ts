import { writeSync } from 'node:fs'
import { openDatabase } from '#database/engine/open-database.ts'

/**
 * Writes a module and a department of the same name in each transaction, until it is killed, and counts those whose
 * commit was acknowledged: a state with one without the other never was.
 */
const database = openDatabase(process.argv[2] ?? '', { timeout: 10_000 })
for (let number = 1; ; number++) {
  const row = { name: `pair-${number}`, created_at: '2026-03-10T09:00:00.000Z' }
  await database.transaction(async (trx) => {
    await trx
      .insertInto('module')
      .values({ ...row, description: '' })
      .execute()
    await trx.insertInto('education_department').values(row).execute()
  })
  writeSync(1, `${number}\n`)
}
