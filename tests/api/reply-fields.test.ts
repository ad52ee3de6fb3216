import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

/** Replies are made of whole lists of columns: a column that is not for the reader would be seen here. */
describeOnEachDatabase('replies hold these fields and no others', (open) => {
  const { database, school, api, as, enroll } = openStage(open)

  const fieldsIn = (value: unknown) => Object.keys(Object(value)).toSorted()
  const read = async (path: string, token: Token) => Object((await api.ask(`GET ${path}`, { token })).body)
  const firstIn = async (path: string, token: Token) => (await read(path, token)).entities[0]

  const testmoment = [
    ...['date', 'duration', 'enrollments_close_at', 'enrollments_enabled', 'enrollments_open_at'],
    ...['ends_at', 'id', 'location', 'max_enrollments', 'modules', 'seats', 'starts_at', 'version'],
  ]

  test('a test moment, to a student', async () => {
    const moment = await firstIn(`/user/${school.users.sam}/testmoments`, as.sam)
    expect(fieldsIn(moment)).toEqual([...testmoment, '_links', 'enrollments'].toSorted())
  })

  test('a test moment, to a teacher', async () => {
    const { id } = await read('/schoolyear', as.teacher)
    const moment = await firstIn(`/schoolyear/${id}/testmoments/20`, as.teacher)
    expect(fieldsIn(moment)).toEqual(
      [...testmoment, '_links', 'schoolyear_id', 'shares_day', 'students', 'tests', 'waiting'].toSorted(),
    )
  })

  test('the moment and the module of an enrollment, to a student', async () => {
    const { users, moments, modules } = school
    await enroll('sam', 'open')
    const { entities } = await read(`/user/${users.sam}/module-statuses`, as.sam)
    const status = entities.find((one: { module: { id: number } }) => one.module.id === modules.ALG)
    expect(fieldsIn(status.module)).toEqual(['description', 'id', 'name'])
    const shown = ['date', 'duration', 'ends_at', 'enrollments_close_at', 'enrollments_enabled', 'id', 'location']
    expect(fieldsIn(status.enrollments[moments.open].testmoment)).toEqual([...shown, 'starts_at'])
  })

  test('a presence list, to a teacher and to an invigilator’s device', async () => {
    const { users, moments, modules } = school
    const { kysely } = database
    await kysely.updateTable('testmoment').set({ date: '2026-03-10' }).where('id', '=', moments.open).execute()
    const place = { user_id: users.sam, testmoment_id: moments.open, module_id: modules.ALG }
    await kysely
      .insertInto('enrollment')
      .values({ ...place, created_at: '2026-02-01T09:00:00.000Z' })
      .execute()
    const path = `/testmoment/${moments.open}`
    const walk_ins = [{ key: randomUUID(), name: 'Daan', at: '2026-03-10T09:00:00.000Z' }]
    await as.teacher(`POST ${path}/presence`, { ticks: [], walk_ins })
    const { entity: link } = Object((await as.teacher(`POST ${path}/invigilators`)).body)
    const words = await read(`/invigilators/${link.id}`, as.teacher)
    expect(fieldsIn(words)).toEqual(['code', 'url'])
    const device = 'x'.repeat(43)
    const admission = {
      link_id: link.id,
      secret: words.url.split('.').at(-1),
      code: words.code,
      token: device,
      name: 'J',
    }
    await api.ask('POST /invigilation', { body: admission })
    const headers = { authorization: `Invigilator ${device}` }
    const asked = Object((await api.ask('GET /invigilation', { headers })).body)
    for (const list of [await read(`${path}/presence`, as.teacher), asked]) {
      expect(fieldsIn(list)).toEqual(['_links', 'codes', 'entities', 'now', 'room', 'rooms', 'testmoment', 'walk_ins'])
      expect(fieldsIn(list.entities[0])).toEqual([
        ...['class_group', 'enrollment_id', 'extra_time', 'first_name', 'last_name', 'module_id', 'module_name'],
        ...['others', 'room_id', 'seat_number', 'student_number', 'ticked', 'user_id'],
      ])
      expect(fieldsIn(list.testmoment)).toEqual(['date', 'duration', 'ends_at', 'id', 'location', 'starts_at'])
      expect(fieldsIn(list.walk_ins[0])).toEqual(['_links', 'at', 'id', 'key', 'name', 'room_id', 'settled', 'who'])
    }
    expect(fieldsIn(asked.walk_ins[0]._links)).toEqual([])
    const shown = await firstIn(`${path}/invigilators`, as.teacher)
    expect(fieldsIn(shown)).toEqual(['_links', 'created_at', 'devices', 'ended', 'id', 'room'])
    expect(fieldsIn(shown.devices[0])).toEqual([
      ...['_links', 'admitted_at', 'device', 'id', 'last_seen_at', 'name', 'revoked', 'ticks', 'walk_ins'],
    ])
  })

  test('results, to a teacher', async () => {
    const { users, modules, moments } = school
    const test = { user_id: users.sam, testmoment_id: moments.past, module_id: modules.ALG }
    const at = '2026-02-01T09:00:00.000Z'
    const { id: enrollment_id } = await database.kysely
      .insertInto('enrollment')
      .values({ ...test, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('result')
      .values({
        ...{ enrollment_id, user_id: users.sam, outcome: 'passed', grade: 75, editor_id: users.teacher, edited_at: at },
        ...{ published_outcome: 'failed', published_grade: 40, published_at: at },
      })
      .execute()
    const grid = await read(`/testmoment/${moments.past}/results`, as.teacher)
    expect(fieldsIn(grid)).toEqual(['_links', 'entities', 'modules', 'testmoment'])
    expect(fieldsIn(grid._links)).toEqual(['edit', 'export', 'import', 'publish'])
    expect(fieldsIn(grid.entities[0])).toEqual([
      ...['cells', 'class_group', 'first_name', 'id', 'last_name', 'student_number', 'username'],
    ])
    expect(fieldsIn(grid.entities[0].cells[0])).toEqual([
      ...[
        'draft',
        'editor',
        'enrollment_id',
        'module_id',
        'presence',
        'published',
        'published_at',
        'sender',
        'version',
      ],
    ])
    const [{ draft, published, editor }] = grid.entities[0].cells
    expect([draft, published, editor]).toEqual([
      { outcome: 'passed', grade: 75 },
      { outcome: 'failed', grade: 40 },
      expect.any(String),
    ])
    expect(fieldsIn(grid.modules[0])).toEqual(['id', 'name'])
  })

  test('a user, to themselves and to a teacher', async () => {
    const user = [
      ...['_links', 'activated', 'class_group', 'first_name', 'id', 'information_checked', 'last_name'],
      ...['onboarding_step', 'roles', 'student_number', 'username', 'version'],
    ]
    expect(fieldsIn(await read('/user', as.sam))).toEqual(user)
    const listed = [...user, 'education_department_name', 'last_login_at'].toSorted()
    expect(fieldsIn(await firstIn('/users/20', as.teacher))).toEqual(listed)
    const waiting = await firstIn('/users/20?activated=no', as.teacher)
    expect(fieldsIn(waiting)).toEqual([...listed, 'invited_until'].toSorted())
  })

  test('by what somebody logs in, to themselves and to a teacher', async () => {
    const made = {
      credential_id: 'x',
      public_key: 'x',
      counter: 0,
      transports: '[]',
      name: 'Telefoon',
      backed_up: false,
    }
    const row = { ...made, user_id: school.users.sam, created_at: '2026-02-01T09:00:00.000Z' }
    await database.kysely.insertInto('passkey').values(row).execute()
    for (const [token, links] of [
      [as.sam, ['delete', 'edit']],
      [as.teacher, []],
    ] as const) {
      const methods = await read(`/user/${school.users.sam}/login_methods`, token)
      expect(fieldsIn(methods)).toEqual([
        ...['_links', 'passkeys', 'password', 'recovery_codes_left', 'school', 'second_factor_required', 'totp'],
      ])
      expect(fieldsIn(methods.passkeys[0])).toEqual([
        ...['_links', 'backed_up', 'created_at', 'id', 'last_used_at', 'name'],
      ])
      expect(fieldsIn(methods.passkeys[0]._links)).toEqual(links)
    }
  })

  test('modules, departments and school years, to students and teachers', async () => {
    const module = ['active', 'archived', 'description', 'id', 'name', 'version']
    const department = ['_links', 'archived', 'auto_enroll', 'id', 'modules', 'name', 'version']
    for (const token of [as.sam, as.teacher]) {
      expect(fieldsIn(await firstIn('/modules', token))).toEqual(['_links', ...module])
      const held = await firstIn('/education-departments', token)
      expect(fieldsIn(held)).toEqual(department)
      expect(fieldsIn(held.modules[0])).toEqual(module)
      const schoolyear = await read('/schoolyear', token)
      expect(fieldsIn(schoolyear)).toEqual(['_links', 'active', 'id', 'name', 'version'])
    }
  })
})
