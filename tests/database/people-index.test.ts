import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { pageUsers } from '#api-server/users/page-users.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { findable } from '#domain/users/search.rules.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { validUser } from './support/rows.ts'

const jose = { ...validUser, username: 'j.oude@school.test', first_name: 'José', last_name: 'Oude' }

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
    const { users } = await pageUsers(database, { size: 20, filter: { search: 'oude josé' } }, 0)
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
