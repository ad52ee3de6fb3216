import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { pageUsers } from '#api-server/users/page-users.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { isText } from '#domain/entities/text.rules.ts'
import { inNameOrder } from '#domain/users/name-order.ts'
import { findable } from '#domain/users/search.rules.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/databases.ts'
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

/** Names as people have them, and what databases, collations and UTF-16 put in different orders. */
const part = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
  fc.constantFrom(
    '',
    'Jan',
    'jan',
    'de Vries',
    "'s-Gravesande",
    'Vries-Bos',
    'Vries Bos',
    'Özil',
    'Ozan',
    '王',
    '𠮷田',
    '\uffee',
    'A2',
    'A10',
  ),
)

describeOnEachDatabase('the order of people', (open) => {
  test('is the same in the database and here, page after page', async () => {
    const database = await open()
    const names = fc.sample(fc.record({ first_name: part, last_name: part }), 300)
    const people = names.filter(({ first_name, last_name }) => isText(first_name + last_name))
    const users = people.map((name, at) => findable({ ...validUser, ...name, username: `s${at}@school.test` }))
    await database.kysely.insertInto('user').values(users).execute()
    const kept = await database.kysely.selectFrom('user').select(['id', 'first_name', 'last_name']).execute()
    const paged: number[] = []
    for (let cursor: string | undefined; ; ) {
      const { users, next } = await pageUsers(database, { size: 40, filter: {}, sort: 'last_name', cursor }, 0)
      paged.push(...users.map(({ id }) => id))
      if (!next) break
      cursor = next
    }
    expect(paged).toEqual(inNameOrder(kept).map(({ id }) => id))
  })
})
