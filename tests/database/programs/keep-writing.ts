import { writeSync } from 'node:fs'
import { openDatabase } from '#database/engine/open-database.ts'

/** Writes modules until it is killed, and names each after its commit was acknowledged. */
const database = openDatabase(process.argv[2] ?? '')
for (let number = 1; ; number++) {
  const name = `${process.pid}-${number}`
  await database.transaction(async (trx) => {
    await trx.insertInto('module').values({ name, description: '', created_at: new Date().toISOString() }).execute()
  })
  writeSync(1, `${name}\n`)
}
