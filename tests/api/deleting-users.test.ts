import { CompiledQuery } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { deleteUser } from '#api-server/users/edit-user.ts'
import { deleteUser as deleteUserCall } from '#contract/users.calls.ts'
import type { Tables } from '#database/tables.ts'
import { isSqlite, leadingTo, listForeignKeys } from '#tests/database/support/foreign-keys.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { deletionRegister, keepsTheId } from '#tests/support/api/deletion.register.ts'
import { keepEverything } from '#tests/support/api/keep-everything.ts'
import { openPostOffice } from '#tests/support/api/post-office.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { startMailbox } from '#tests/support/mail/mailbox.ts'

/** User ids begin after this number, so that no other number in the database equals one by chance. */
const FIRST_USER_ID = 1_987_650_000

describeOnEachDatabase('DELETE /user/:id', (open) => {
  const { database, school, api, enroll, set, as } = openStage(open, { loggedIn: ['teacher'], server: 'own' })
  beforeAll(async () => {
    await database.kysely.executeQuery(
      CompiledQuery.raw(
        isSqlite(database)
          ? `insert into sqlite_sequence (name, seq) values ('user', ${FIRST_USER_ID})`
          : `alter table "user" alter column id restart with ${FIRST_USER_ID + 1}`,
      ),
    )
  })

  const remove = (id: number, by: Token = as.teacher) => api.ask(`DELETE /user/${id}`, { token: by })
  const everything = async () => {
    const tables = await database.kysely.introspection.getTables()
    const rows = await Promise.all(tables.map(async ({ name }) => [name, await rowsOf(name as keyof Tables)] as const))
    return rows.flatMap(([name, some]) => some.map((row) => ({ table: name, text: JSON.stringify(row) })))
  }
  const rowsOf = (table: keyof Tables): Promise<object[]> =>
    database.kysely.selectFrom(table).selectAll(table).execute()

  test('has the link `delete`, answers with the user and the number of enrollments deleted, and is recorded', async () => {
    const { sam, teacher } = school.users
    await enroll(sam, 'open')
    await enroll(sam, 'past')
    const { body: shown } = await as.teacher(`GET /user/${sam}`)
    expect(shown).toMatchObject({
      enrollment_count: 2,
      _links: { delete: { method: 'DELETE', href: `/api/v1/user/${sam}` } },
    })

    const { status, body } = await remove(sam)
    expect(status).toBe(200)
    const reply = deleteUserCall.reply.parse(body)
    expect(reply).toMatchObject({
      entity: { id: sam, username: 'sam@school.test', _links: {} },
      enrollments_deleted: 2,
    })
    expect(await remove(sam)).toMatchObject({ status: 404, body: { reason: 'not-found' } })
    expect(await auditTrail(database)).toEqual([`user ${teacher} deleted user ${sam}: `])
  })

  test('every column that references a user does at a deletion what the register says', async () => {
    const keys = leadingTo('user', await listForeignKeys(database))
    const found = Object.fromEntries(keys.map(({ table, column, becomes }) => [`${table}.${column}`, becomes]))
    expect(found).toEqual(deletionRegister)
  })

  test('every column that holds a user id is a foreign key, or named in the register', async () => {
    const tables = await database.kysely.introspection.getTables()
    const naming = tables.flatMap(({ name, columns }) =>
      columns
        .filter((column) => /(user|actor|student|person)_id$|_by$/.test(column.name))
        .map((column) => `${name}.${column.name}`),
    )
    expect(naming.length).toBeGreaterThan(5)
    const kept = Object.keys(keepsTheId).map((table) => `${table}.`)
    for (const column of naming.filter((name) => !kept.some((table) => name.startsWith(table))))
      expect(deletionRegister, column).toHaveProperty([column])
  })

  test('leaves nothing about the person in any table, except their id where the register says so', async () => {
    // Messages that they sent stay with the recipients, without the sender; lists that they imported stay with the school.
    const { message: _, import: __, ...kept } = await keepEverything(database, school)
    const { sam, unactivated } = school.users
    await recordAs(sam)
    await wait('activation-letter', sam)
    await as.teacher(`POST /user/${unactivated}/validation-mail`)
    for (const [table, rows] of await rowsAbout(sam)) expect(rows.length, table).toBeGreaterThan(0)
    if (isSqlite(database)) expect(await searchedRows(kept.user.last_name)).toHaveLength(1)
    const marks = marksOf(kept, sam)
    const before = await everything()
    for (const mark of marks)
      expect(
        before.some(({ text }) => text.includes(mark)),
        mark,
      ).toBe(true)

    expect((await remove(sam)).status).toBe(200)
    const left = (await everything()).filter(({ text }) => marks.some((mark) => text.includes(mark)))
    expect(left.filter(({ table }) => !(table in keepsTheId))).toEqual([])
    const texts = marks.filter((mark) => mark !== String(sam))
    expect(left.filter(({ text }) => texts.some((mark) => text.includes(mark)))).toEqual([])
    for (const [table, rows] of await rowsAbout(sam)) expect(rows, table).toEqual([])
    if (isSqlite(database)) expect(await searchedRows(kept.user.last_name)).toEqual([])
    expect(await auditTrail(database)).toContainEqual(expect.stringMatching(/^user null edited module/))
  })

  test('changes nothing about other users', async () => {
    const { sam, noor } = school.users
    await enroll(noor, 'open')
    const before = await rowsOf('enrollment')
    await remove(sam)
    expect(await rowsOf('enrollment')).toEqual(before)
    const names = await database.kysely.selectFrom('user').select('username').orderBy('id').execute()
    expect(names.map(({ username }) => username.split('@')[0])).toEqual([
      'teacher',
      'noor',
      'newcomer',
      'unactivated',
      'guest',
    ])
  })

  test('ends their sessions at once', async () => {
    const sam = await api.logIn('sam@school.test')
    await remove(school.users.sam)
    expect(await api.ask('GET /user', { token: sam.token })).toMatchObject({ status: 401 })
    const body = { refresh_token: sam.refresh_token }
    expect(await api.ask('POST /token/refresh', { body })).toMatchObject({ status: 401 })
  })

  test('frees the address: a new account with it gets nothing of the old one', async () => {
    await enroll('sam', 'open')
    await remove(school.users.sam)
    const password = 'krijtbord-passer-9'
    const body = { username: 'sam@school.test', password, password_repeat: password }
    expect((await api.ask('POST /register', { body })).status).toBe(200)
    const { id } = await database.kysely
      .selectFrom('user')
      .select('id')
      .where('username', '=', 'sam@school.test')
      .executeTakeFirstOrThrow()
    expect(id).toBeGreaterThan(school.users.sam)
    expect(await rowsOf('enrollment')).toEqual([])
  })

  test('drops the letters to them that still wait', async () => {
    const mailbox = await startMailbox()
    onTestFinished(() => mailbox.stop())
    await api.app.close()
    const post = openPostOffice(database, mailbox.url)
    const username = await post.register()
    await post.requestReset(username)
    await post.requestReset('noor@school.test')
    const { id } = await database.kysely
      .selectFrom('user')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    await wait('password-changed-letter', id)
    await wait('first-password-letter', id)
    const { teacher } = school.users
    await deleteUser(
      { database, keys: { identities: Buffer.alloc(32) } },
      { id: teacher, roles: ['ROLE_ADMIN'] },
      { userId: id },
      post.clock.now,
    )

    await post.deliver()
    expect(mailbox.letters.map(({ to }) => to)).toEqual(['noor@school.test'])
    const tasks = await database.kysely.selectFrom('outbox').selectAll().execute()
    expect(tasks.map(({ last_error, done_at }) => [last_error, done_at !== null])).toEqual(
      tasks.map(() => [null, true]),
    )
    expect(tasks).toHaveLength(5)
  })

  test('administrators cannot delete themselves, so that the last one stays, but they can delete each other', async () => {
    const { teacher, noor } = school.users
    await set.user(noor, { roles: 'ROLE_ADMIN' })
    expect(await remove(teacher)).toMatchObject({ status: 422, body: { reason: 'own-account' } })
    const { body } = await as.teacher(`GET /user/${teacher}`)
    expect(body).not.toHaveProperty('_links.delete')
    expect((await remove(noor)).status).toBe(200)
    expect(await auditTrail(database)).toEqual([`user ${teacher} deleted user ${noor}: `])
  })

  test('is only for administrators: others get the same refusal for every id, also for their own', async () => {
    const { sam, noor } = school.users
    const student = (await api.logIn('sam@school.test')).token
    for (const id of [sam, noor, 2_147_483_647])
      expect(await remove(id, student)).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
    expect(await remove(2_147_483_647)).toMatchObject({ status: 404 })
  })

  const recordAs = (actor_id: number) =>
    database.kysely
      .insertInto('audit')
      .values({
        at: '2026-02-01T09:00:00.000Z',
        actor_id,
        action: 'edited',
        resource: 'module',
        resource_id: 1,
        fields: '[]',
      })
      .execute()

  const wait = (kind: string, user_id: number) =>
    database.kysely
      .insertInto('outbox')
      .values({
        kind,
        payload: JSON.stringify({ user_id }),
        created_at: '2026-02-01T09:00:00.000Z',
        available_at: '2026-02-01T09:00:00.000Z',
      })
      .execute()

  /** Rows found by name in the search index, a table of its own. */
  const searchedRows = async (name: string) =>
    (
      await database.kysely.executeQuery(
        CompiledQuery.raw(`select rowid from people_search('"${name.toLowerCase()}"')`),
      )
    ).rows

  /** Rows about the user, by each table with a column that references them directly. */
  const rowsAbout = (userId: number) =>
    Promise.all(
      Object.keys(deletionRegister)
        .filter((name) => /\.(user|actor)_id$/.test(name))
        .map(async (name) => {
          const [table = '', column = ''] = name.split('.')
          const { rows } = await database.kysely.executeQuery(
            CompiledQuery.raw(`select * from "${table}" where ${column} = ${userId}`),
          )
          return [table, rows] as const
        }),
    )
})

/** The user's id, and every text that is stored about this user alone. */
function marksOf(kept: Record<string, object>, id: number): string[] {
  const { audit: _, push_preference: __, ...about } = kept
  const texts = Object.values(about).flatMap((row) => Object.values(row))
  // Escaped as in the JSON of a row.
  const marks = texts.filter((text) => typeof text === 'string').map((text) => JSON.stringify(text).slice(1, -1))
  return [String(id), ...marks]
}
