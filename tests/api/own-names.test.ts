import { expect, test } from 'vitest'
import { editUser } from '#contract/users.calls.ts'
import { findable } from '#domain/users/search.rules.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('editing names', (open) => {
  const { database, school, api, as, ask, set } = openStage(open, { as: 'sam', loggedIn: ['sam'] })

  const edit = (body: unknown, by: Token = as.sam) => api.ask(`PUT /user/${school.users.sam}`, { token: by, body })
  const names = { first_name: 'Zoë', last_name: "d'Ancona" }
  const stored = (id = school.users.sam) =>
    database.kysely.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('keeps them tidy, and counts the edit', async () => {
    const { status, body } = await edit({ first_name: '  Zoe\u0308 ', last_name: " d'Ancona" })
    expect(status).toBe(200)
    expect(editUser.reply.parse(body).entity).toMatchObject({ ...names, version: 2 })
    expect(await stored()).toMatchObject({ ...names, version: 2 })
  })

  test('goes by the link `edit` that the user has', async () => {
    const { body } = await ask('GET /user')
    expect(body).toMatchObject({ _links: { edit: { method: 'PUT', href: `/api/v1/user/${school.users.sam}` } } })
  })

  test.for([
    [
      { first_name: '\ufeffSukarno\u00a0', last_name: '' },
      { first_name: 'Sukarno', last_name: '' },
    ],
    [
      { first_name: '-', last_name: 'Ganesan' },
      { first_name: '', last_name: 'Ganesan' },
    ],
    [
      { first_name: 'Noor\u00a0Maria', last_name: 'de\u00ad\u2060 Bos\u200f' },
      { first_name: 'Noor Maria', last_name: 'de Bos' },
    ],
  ] as const)('%j is kept as %j: one name suffices', async ([body, kept]) => {
    expect(await edit(body)).toMatchObject({ status: 200 })
    expect(await stored()).toMatchObject(kept)
  })

  test('with a stale version is refused, with the present one or none it is not', async () => {
    expect(await edit({ ...names, version: 1 })).toMatchObject({ status: 200 })
    expect(await edit({ ...names, first_name: 'Bo', version: 1 })).toMatchObject({
      status: 409,
      body: { reason: 'version-stale' },
    })
    expect(await stored()).toMatchObject({ ...names, version: 2 })
    expect(await edit({ ...names, version: 2 })).toMatchObject({ status: 200 })
    expect(await edit(names)).toMatchObject({ status: 200 })
  })

  test('one of two edits of the same version at once is refused', { tags: 'race' }, async () => {
    const tries = await Promise.all(
      [1, 2, 3, 4].map((n) => edit({ first_name: `Sam${n}`, last_name: 'X', version: 1 })),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('that cannot be kept are refused, and change nothing', async () => {
    const none = { first_name: '-', last_name: '\u200b' }
    expect(await edit(none)).toMatchObject({ status: 422, body: { reason: 'name-missing' } })
    const long = { ...names, last_name: 'x'.repeat(101) }
    expect(await edit(long)).toMatchObject({ status: 422, body: { reason: 'name-too-long' } })
    expect(await stored()).toMatchObject({ first_name: 'Sam', version: 1 })
  })

  test.for([
    {},
    { first_name: 'Sam' },
    { ...names, first_name: 7 },
    { ...names, last_name: null },
    { ...names, version: 'new' },
    { ...names, version: 0 },
    { ...names, first_name: 'x'.repeat(1_001) },
    [],
    '{"first_name":',
  ])('a malformed body is answered 400: %j', async (body) => {
    expect(await edit(body)).toMatchObject({ status: 400, body: { reason: 'request-malformed' } })
  })

  test('ignores every field that is not one’s own to set, and those that nobody knows', async () => {
    await set.user('sam', { student_number: 'S1' })
    const before = await stored()
    const everything = {
      id: school.users.noor,
      username: 'teacher@school.test',
      roles: ['ROLE_ADMIN'],
      activated: false,
      activation_key: 'x',
      information_checked: false,
      onboarding_step: 1,
      education_department_id: null,
      student_number: 'S2',
      token_version: 9,
      password_hash: 'x',
      password: 'x',
      favourite_colour: 'green',
      _links: {},
    }
    expect(await edit({ ...everything, ...names })).toMatchObject({ status: 200 })
    expect(await stored()).toEqual({ ...findable({ ...before, ...names }), version: 2 })
    expect(await stored(school.users.noor)).toMatchObject({ first_name: 'Sam', version: 1 })
  })

  test('an administrator may correct them, which takes no step of onboarding for the student', async () => {
    const path = `PUT /user/${school.users.newcomer}`
    expect(await as.teacher(path, names)).toMatchObject({ status: 200 })
    expect(await stored(school.users.newcomer)).toMatchObject({ ...names, onboarding_step: 1 })
    expect(await as.teacher('PUT /user/999999', names)).toMatchObject({ status: 404 })
  })

  test('of somebody else is not yours to do', async () => {
    expect(await edit(names, as.noor)).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
    expect(await stored()).toMatchObject({ first_name: 'Sam' })
  })
})
