import { once } from 'node:events'
import { openDatabase } from '#database/engine/open-database.ts'

/** Holds a transaction that has written, until a sign to go on. */
const database = openDatabase(process.argv[2] ?? '')
await database.transaction(async (trx) => {
  await trx.updateTable('module').set({ description: 'in hand' }).execute()
  process.stdout.write('holding\n')
  await once(process.stdin, 'data')
})
await database.close()
process.stdin.destroy()
