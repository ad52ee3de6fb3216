import { openDatabase } from '#database/engine/open-database.ts'

/** Tries to write a module for as long as the database is locked, and says what came of it: what is wrong, or 'acknowledged'. */
for (let isFirst = true; ; isFirst = false) {
  const database = openDatabase(process.argv[2] ?? '', { timeout: 100 })
  const outcome = await database.kysely
    .insertInto('module')
    .values({ name: 'LATE', description: '', created_at: new Date().toISOString() })
    .execute()
    .then(
      () => 'acknowledged',
      (error: unknown) => database.unavailableBy(error) ?? String(error),
    )
  await database.close().catch(() => undefined)
  if (isFirst || outcome !== 'busy') process.stdout.write(`${outcome}\n`)
  if (outcome !== 'busy') break
}
