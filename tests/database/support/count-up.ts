import { openDatabase } from '#database/engine/open-database.ts'

/** Adds one to the version of every module, a hundred times, each time reading it first. */
const database = openDatabase(process.argv[2] ?? '', { patience: 4_000 })
for (let round = 0; round < 100; round++) {
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
