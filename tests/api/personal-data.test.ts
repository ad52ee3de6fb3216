import { beforeEach, expect, test } from 'vitest'
import { type PersonalData, personalDataSchema } from '#domain/personal-data/personal-data.schema.ts'
import { keepEverything, once } from '#tests/support/api/keep-everything.ts'
import { inDownload, personalDataRegister } from '#tests/support/api/personal-data.register.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('downloading one’s data', (open) => {
  const { database, school, api, as, set } = openStage(open, { loggedIn: ['sam'] })
  beforeEach(async () => {
    await database.kysely.deleteFrom('audit').execute()
  })

  const ask = (by: Token = as.sam, id = school.users.sam) => api.ask(`GET /user/${id}/data`, { token: by })
  /** All of it, and nothing that the schema does not know. */
  const download = async (by: Token = as.sam, id = school.users.sam): Promise<PersonalData> => {
    const { body } = await ask(by, id)
    const data = personalDataSchema.parse(body)
    expect(body).toEqual(data)
    return data
  }

  test('gives a file of JSON that a person can read', async () => {
    const { status, headers } = await ask()
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="mijn-gegevens-wiskunde-inschrijven.json"',
      'cache-control': 'no-store',
    })
    const reply = await api.app.inject({
      url: `/api/v1/user/${school.users.sam}/data`,
      headers: { authorization: `Bearer ${await as.sam.token()}` },
    })
    expect(reply.body).toContain('\n  "username": "sam@school.test",\n')
  })

  test('of somebody who has little is short and whole', async () => {
    const { newcomer } = school.users
    const data = await download((await api.logIn('newcomer@school.test')).token, newcomer)
    expect(data).toMatchObject({
      made_at: '2026-03-10T09:00:00.000Z',
      user: { id: newcomer, username: 'newcomer@school.test', roles: ['ROLE_STUDENT'], information_checked: false },
      education_department: null,
      completed_modules: [],
      enrollments: [],
      waiting: [],
      waiting_outcomes: [],
      sessions: [{ revoked_at: null, method: 'password' }],
      external_identities: [],
      passkeys: [],
      totp: null,
      recovery_codes: [],
      former_addresses: [],
      password_resets: [],
      push_subscriptions: [],
      push_preference: null,
      messages_received: [],
      messages_sent: [],
      imports: [],
      imported: [],
      audit: [{ action: 'logged-in', about: 'met wachtwoord', by_you: true }],
    })
  })

  test('has every column that the register says it has, and none of the others', async () => {
    const rows = await keepEverything(database, school)
    const data = JSON.stringify(await download())
    const isNotified = Object.entries(rows).flatMap(([table, row]) =>
      Object.entries(row)
        .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
        .map(([column, value]) => ({ table, column, shown: data.includes(JSON.stringify(value)) })),
    )
    expect(isNotified.length).toBeGreaterThan(25)
    const register: Record<string, string | Record<string, string>> = personalDataRegister
    const expected = isNotified.map(({ table, column }) => {
      const entry = register[table]
      return { table, column, shown: typeof entry === 'object' && entry[column] === inDownload }
    })
    expect(isNotified).toEqual(expected)
  })

  test('gives names for what is kept as a number, and nothing of anybody else', async () => {
    await keepEverything(database, school)
    const data = await download()
    expect(data.education_department).toEqual({ name: 'Techniek' })
    expect(data.completed_modules).toMatchObject([{ name: 'GON', description: 'Over GON', by_result: false }])
    expect(data.enrollments).toMatchObject([
      {
        schoolyear: '2024-2025',
        testmoment: { date: '2026-05-01', duration: 'day' },
        module: { name: 'ALG', description: 'Over ALG' },
        presence: { status: 'late' },
        ticks: [{ status: 'late' }],
        results: [{ outcome: 'failed', grade: 4.3, is_correction: false, ended: [] }],
      },
    ])
    expect(data.imported).toMatchObject([
      { outcome: 'changed', before: { first_name: 'mark-before' }, after: { first_name: 'mark-after' } },
    ])
    const module = { name: 'GON', description: 'Over GON' }
    expect(data.waiting).toMatchObject([{ testmoment: { date: '2026-03-20' }, module, moves: true }])
    expect(data.waiting_outcomes).toMatchObject([{ testmoment: { duration: 'week', location: 'Zaal Mark' }, module }])
    expect(data.push_preference).toEqual({
      opening: true,
      reminder: false,
      message: true,
      change: false,
      seat: false,
      result: true,
      quiet_from: '22:15',
      quiet_until: '07:45',
    })
    const { noor, teacher } = school.users
    expect(await download((await api.logIn('noor@school.test')).token, noor)).toMatchObject({
      completed_modules: [],
      enrollments: [],
      waiting: [],
      waiting_outcomes: [],
      push_subscriptions: [],
      push_preference: null,
      audit: [{ action: 'logged-in', about: 'met wachtwoord', by_you: true }],
    })
    expect((await download((await api.logIn('teacher@school.test')).token, teacher)).user.id).toBe(teacher)
  })

  test('has nothing of the lists of results in which they stand: a draft is left out', async () => {
    await keepEverything(database, school)
    await database.kysely.updateTable('import').set({ kind: 'results' }).execute()
    const data = await download()
    expect(data.imported).toEqual([])
    expect(JSON.stringify(data)).not.toMatch(/mark-(before|after)/)
  })

  test('has extra time, both values of a corrected result with what ended by them, and no draft', async () => {
    const { sam } = school.users
    await keepEverything(database, school)
    await set.user(sam, { extra_time: true })
    const { enrollment_id } = await database.kysely
      .selectFrom('result')
      .select('enrollment_id')
      .where('user_id', '=', sam)
      .executeTakeFirstOrThrow()
    const ended_testmoment_ids = JSON.stringify([school.moments.other])
    const correction = { enrollment_id, user_id: sam, is_correction: true, ended_testmoment_ids, at: once() }
    await database.kysely
      .insertInto('result_publication')
      .values({ ...correction, outcome: 'passed', grade: 62 })
      .execute()
    const { user, enrollments } = await download()
    expect(user.extra_time).toBe(true)
    expect(enrollments[0]?.results).toMatchObject([
      { outcome: 'failed', grade: 4.3, is_correction: false },
      { outcome: 'passed', grade: 6.2, is_correction: true, ended: [{ date: '2026-03-27' }] },
    ])
    expect(JSON.stringify(enrollments)).not.toContain('6.1')
  })

  test('has what was done to the account, and its actor only if it was oneself', async () => {
    const { sam, noor, teacher } = school.users
    const line = { action: 'edit', resource: 'user', fields: '["roles"]' }
    await database.kysely
      .insertInto('audit')
      .values([
        { ...line, at: once(), actor_id: teacher, resource_id: sam, about: 'ALG, vr 20 mrt 2026' },
        { ...line, at: once(), actor_id: teacher, resource_id: noor },
        {
          ...{ ...line, at: once(), actor_id: teacher, resource_id: sam, resource: 'testmoment' },
          ...{ subject: 'vr 20 mrt 2026', changes: '{"seats":[80,100]}' },
        },
        { ...line, at: once(), actor_id: null, resource_id: sam },
      ])
      .execute()
    const { audit } = await download()
    expect(audit).toMatchObject([
      {
        action: 'edit',
        resource: 'user',
        resource_id: sam,
        fields: ['roles'],
        about: 'ALG, vr 20 mrt 2026',
        by_you: false,
      },
      { resource: 'user', resource_id: sam, by_you: false },
    ])
    const own = await download((await api.logIn('teacher@school.test')).token, teacher)
    expect(own.audit.map(({ resource, by_you }) => `${resource} ${by_you}`)).toEqual([
      'user true',
      'user true',
      'testmoment true',
      'user true',
    ])
    expect(own.audit[2]).toMatchObject({ subject: 'vr 20 mrt 2026', changes: { seats: [80, 100] } })
  })

  test('has all of a long life, in order', async () => {
    const { teacher } = school.users
    const LINES = 1_203
    await database.kysely
      .insertInto('audit')
      .values(
        Array.from({ length: LINES }, (_, index) => ({
          at: '2026-02-01T00:00:00.000Z',
          actor_id: teacher,
          action: 'edit',
          resource: 'module',
          resource_id: index + 1,
          fields: '[]',
        })),
      )
      .execute()
    const { audit } = await download((await api.logIn('teacher@school.test')).token, teacher)
    const edited = audit.filter(({ action }) => action === 'edit').map(({ resource_id }) => resource_id)
    expect(edited).toEqual(Array.from({ length: LINES }, (_, index) => index + 1))
  })

  test('is for oneself alone, an administrator gets nobody else’s', async () => {
    for (const username of ['noor@school.test', 'teacher@school.test']) {
      const other = (await api.logIn(username)).token
      expect(await ask(other)).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
      expect(await ask(other, 999_999)).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
    }
  })
})
