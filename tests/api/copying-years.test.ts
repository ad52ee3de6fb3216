import { beforeEach, describe, expect, test } from 'vitest'
import { copyTestmoments, previewCopy } from '#contract/schoolyears.calls.ts'
import { auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { enrollDepartmentAutomatically, offerAutomatically } from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addYear } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'

describeOnEachDatabase('taking over test moments of another year', (open) => {
  const { database, school, ask, as, add } = openStage(open, { as: 'teacher', loggedIn: ['teacher', 'sam'] })
  let source: number
  let next: number
  beforeEach(async () => {
    next = await addYear(database, '2026-2027', false)
    source = await addYear(database, '2023-2024', false)
    const [first] = [
      await add.moment({
        schoolyear_id: source,
        date: '2024-03-20',
        location: 'Aula',
        starts_at: '09:00',
        seats: 60,
        max_enrollments: 2,
        enrollments_close_at: '2030-01-01T12:00:00.000Z',
      }),
      await add.moment({
        schoolyear_id: source,
        date: '2023-11-20',
        duration: 'week',
        enrollments_enabled: true,
      }),
    ]
    await offerAutomatically(database, first, school.modules.ALG)
    await database.kysely
      .insertInto('testmoment_module')
      .values({ testmoment_id: first, module_id: school.modules.OLD })
      .execute()
    await emptyAuditTrail(database)
  })

  const preview = async (id = next, from = source) =>
    previewCopy.reply.parse((await ask(`GET /schoolyear/${id}/copy/${from}`)).body)
  const aula = (more = {}) => ({
    date: '2027-03-19',
    duration: 'day',
    location: ' Aula ',
    starts_at: '09:00',
    ends_at: null,
    max_enrollments: 2,
    seats: 60,
    enrollments_open_at: null,
    enrollments_close_at: null,
    modules: [{ id: school.modules.ALG, auto_enroll: true }],
    ...more,
  })
  const copy = (testmoments: object[], { id = next, confirmed = 'ask', source_id = source } = {}) =>
    ask(`POST /schoolyear/${id}/testmoments?confirmed=${confirmed}`, { source_id, testmoments })
  const momentsOf = (schoolyear_id: number) =>
    database.kysely
      .selectFrom('testmoment')
      .selectAll()
      .where('schoolyear_id', '=', schoolyear_id)
      .orderBy('date')
      .execute()

  test('begins with what there is: moments by their day, modules that are in use and that are not, days that are taken', async () => {
    await ask(`PUT /schoolyear/${next}/recesses`, {
      entities: [{ name: 'Meivakantie', first_day: '2027-04-26', last_day: '2027-05-09' }],
    })
    await add.moment({ schoolyear_id: next, date: '2026-11-24' })
    const { id: testmoment_id } = (await momentsOf(source))[1] ?? { id: 0 }
    const room_id = await add.room({ name: 'B3.14' })
    await database.kysely
      .insertInto('testmoment_room')
      .values({ testmoment_id, room_id, position: 0, seats: 9 })
      .execute()
    const { testmoments, taken, recesses, ...years } = await preview()
    expect(years).toMatchObject({ schoolyear: { name: '2026-2027' }, source: { name: '2023-2024', testmoments: 2 } })
    expect(taken).toEqual(['2026-11-24'])
    expect(recesses).toEqual([{ name: 'Meivakantie', first_day: '2027-04-26', last_day: '2027-05-09' }])
    expect(testmoments).toMatchObject([
      { date: '2023-11-20', duration: 'week', modules: [], rooms: 0 },
      {
        date: '2024-03-20',
        location: 'Aula',
        seats: 60,
        rooms: 1,
        modules: [
          { name: 'ALG', auto_enroll: true, usable: true },
          { name: 'OLD', auto_enroll: false, usable: false },
        ],
      },
    ])
    expect(await ask(`GET /schoolyear/${next}/copy/2147483647`)).toMatchObject({ status: 404 })
    expect(await ask(`GET /schoolyear/2147483647/copy/${source}`)).toMatchObject({ status: 404 })
  })

  test('makes them closed, with their modules, and records the year and each of them', async () => {
    const week = aula({ date: '2026-11-23', duration: 'week', starts_at: null, location: null, modules: [] })
    const { status, body } = await copy([aula(), week])
    expect(status).toBe(201)
    const { entities, enrollments_made } = copyTestmoments.reply.parse(body)
    expect(enrollments_made).toBe(0)
    expect(entities).toMatchObject([
      { date: '2026-11-23', duration: 'week', enrollments_enabled: false, modules: [] },
      {
        date: '2027-03-19',
        location: 'Aula',
        seats: 60,
        max_enrollments: 2,
        enrollments_enabled: false,
        schoolyear_id: next,
        modules: [{ name: 'ALG', auto_enroll: true }],
      },
    ])
    const by = `user ${school.users.teacher} copied`
    expect(await auditTrail(database)).toEqual([
      `${by} schoolyear ${next}: `,
      ...entities.map(({ id }) => `${by} testmoment ${id}: `),
    ])
    const [line] = await database.kysely
      .selectFrom('audit')
      .selectAll()
      .where('action', '!=', 'logged-in')
      .orderBy('id')
      .execute()
    expect(line).toMatchObject({ subject: '2026-2027', about: '2 toetsmomenten uit 2023-2024' })
    expect(await momentsOf(source)).toHaveLength(2)
  })

  test('asks about days that have a moment already, so that the same is not made twice unseen', async () => {
    await copy([aula()])
    const again = await copy([aula(), aula({ date: '2027-03-22' })])
    expect(again).toMatchObject({
      status: 409,
      body: { reason: 'confirmation-needed', consequences: { testmoments_beside_others: 1 } },
    })
    expect(await momentsOf(next)).toHaveLength(1)
    const { confirmation } = again.body as { confirmation: string }
    expect(await copy([aula(), aula({ date: '2027-03-22' })], { confirmed: confirmation })).toMatchObject({
      status: 201,
    })
    expect(await momentsOf(next)).toHaveLength(3)
  })

  test('is made once by two who press at once', { tags: 'race' }, async () => {
    const press = () => copy([aula()])
    const replies = await halfway(database, { hold: holdUser(school.users.teacher), first: press, second: press })
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await momentsOf(next)).toHaveLength(1)
  })

  test('finds no year that is deleted meanwhile', { tags: 'race' }, async () => {
    const replies = await halfway(database, {
      hold: holdUser(school.users.teacher),
      first: () => ask(`DELETE /schoolyear/${next}`),
      second: () => copy([aula()]),
    })
    const statuses = replies.map(({ status }) => status)
    if (database.isRemote) expect(statuses).toEqual([200, 404])
    else
      expect([
        [200, 404],
        [409, 201],
      ]).toContainEqual(statuses)
  })

  describe('refuses what is refused by hand, and makes none of them', () => {
    test.for([
      [{ ends_at: '08:00' }, 'end-too-early'],
      [{ enrollments_open_at: '2027-04-01T12:00:00.000Z' }, 'opening-too-late'],
      [
        { enrollments_open_at: '2027-03-02T12:00:00.000Z', enrollments_close_at: '2027-03-01T12:00:00.000Z' },
        'schedule-reversed',
      ],
      [{ modules: [{ id: 2_147_483_647, auto_enroll: false }] }, 'module-unknown'],
    ] as const)('%j', async ([more, reason]) => {
      expect(await copy([aula(), aula(more)])).toMatchObject({ status: 422, body: { reason } })
      expect(await momentsOf(next)).toEqual([])
      expect(await auditTrail(database)).toEqual([])
    })

    test.for([{ seats: -1 }, { date: '2027-02-30' }, { max_enrollments: 1_001 }])('%j', async (more) => {
      expect(await copy([aula(more)])).toMatchObject({ status: 400 })
    })
  })

  test('into the active year asks about who would be enrolled automatically, and does so at once', async () => {
    await ask(`PUT /schoolyear/${next}`, { active: true })
    await enrollDepartmentAutomatically(database, school.departmentId)
    const asked = await copy([aula()])
    expect(asked).toMatchObject({
      status: 409,
      body: { consequences: { automatic_on: true, enrollments_made: 3, students_enrolled: 3 } },
    })
    expect(await momentsOf(next)).toEqual([])
    const { confirmation } = asked.body as { confirmation: string }
    expect(await copy([aula()], { confirmed: confirmation })).toMatchObject({
      status: 201,
      body: { enrollments_made: 3, entities: [{ students: 3 }] },
    })
    await database.kysely.deleteFrom('enrollment').execute()
    const another = aula({ date: '2027-03-26', modules: [{ id: school.modules.GON, auto_enroll: true }] })
    expect(await copy([another]), 'who left a module that is not copied stays out of it').toMatchObject({
      body: { consequences: { enrollments_made: 3 } },
    })
  })

  test('a student may do none of it', async () => {
    for (const [operation, body] of [
      [`GET /schoolyear/${next}/copy/${source}`],
      [`POST /schoolyear/${next}/testmoments`, { source_id: source, testmoments: [aula()] }],
    ] as const)
      expect(await as.sam(operation, body)).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
    expect(await momentsOf(next)).toEqual([])
  })
})
