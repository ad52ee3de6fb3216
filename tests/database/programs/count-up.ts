import { once } from 'node:events'
import { openDatabase } from '#database/engine/open-database.ts'

/** On a sign adds one to the version of the only module, two hundred times, each time reading it first. */
const database = openDatabase(process.argv[2] ?? '', { timeout: 4_000 })
await database.ping()
process.stdout.write('ready\n')
await once(process.stdin, 'data')
process.stdin.destroy()
for (let round = 0; round < 200; round++) {
  await database.transaction(async (trx) => {
    const module = await trx.selectFrom('module').select(['id', 'version']).forUpdate().executeTakeFirstOrThrow()
    await trx
      .updateTable('module')
      .set({ version: module.version + 1 })
      .where('id', '=', module.id)
      .execute()
  })
}
await database.close()
