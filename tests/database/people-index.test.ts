import { CompiledQuery } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { pageUsers } from '#api-server/users/page-users.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { up as school } from '#database/migrations/0001-school.ts'
import { up as usersAndSessions } from '#database/migrations/0002-users-and-sessions.ts'
import { up as audit } from '#database/migrations/0005-audit.ts'
import { up as userSearch } from '#database/migrations/0008-user-search.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { findable } from '#domain/users/search.rules.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/databases.ts'
import { validUser } from './support/rows.ts'

const jose = { ...validUser, username: 'j.oude@school.test', first_name: 'José', last_name: 'Oude' }

async function run({ kysely }: Database, migrations: Record<string, Migration>): Promise<void> {
  const { error } = await new Migrator({
    db: kysely,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  if (error !== undefined) throw error
}

describeOnEachDatabase('finding people', (_, urls) => {
  test('finds those who were there before they could be searched', async () => {
    const database = openDatabase(await urls.empty())
    const earlier = { '0001': { up: school }, '0002': { up: usersAndSessions }, '0005': { up: audit } }
    await run(database, earlier)
    const { search_text: _, ...before } = jose
    await database.kysely.executeQuery(
      CompiledQuery.raw(
        `insert into "user" (${Object.keys(before).join()}) values (${Object.values(before)
          .map((value) => `'${value}'`)
          .join()})`,
      ),
    )
    await run(database, { ...earlier, '0008': { up: userSearch } })
    const found = await database.kysely.selectFrom('user').select('search_text').execute()
    expect(found).toEqual([{ search_text: 'jose oude j.oude@school.test' }])
    await database.close()
  })
})

describeOnPostgres('finding people where pg_trgm may not be made', (_, urls) => {
  test('works all the same', async () => {
    const url = new URL(await urls.empty())
    const owner = openDatabase(url.href)
    const role = `teacher_${url.pathname.slice(1)}`
    for (const statement of [`create role ${role} login`, `grant usage, create on schema public to ${role}`])
      await owner.kysely.executeQuery(CompiledQuery.raw(statement))

    const database = openDatabase(Object.assign(new URL(url), { username: role }).href)
    await migrate(database)
    await database.kysely.insertInto('user').values(findable(jose)).execute()
    const { users } = await pageUsers(database, { size: 20, search: 'oude josé', cursor: undefined })
    expect(users).toMatchObject([{ username: jose.username }])
    const extensions = await owner.kysely.executeQuery<{ extname: string }>(
      CompiledQuery.raw('select extname from pg_extension'),
    )
    expect(extensions.rows.map(({ extname }) => extname)).not.toContain('pg_trgm')

    await database.close()
    for (const statement of [`drop owned by ${role}`, `drop role ${role}`])
      await owner.kysely.executeQuery(CompiledQuery.raw(statement))
    await owner.close()
  })
})
