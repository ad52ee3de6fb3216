import { expect, test } from 'vitest'
import { getAccountStatistics, listTestmomentStatistics } from '#contract/statistics.calls.ts'
import { writeAfter } from '#domain/calendar/date-input.rules.ts'
import { storeEnrollments } from '#tests/support/api/enrolled.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addMoment, addYear } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const created_at = '2026-02-01T09:00:00.000Z'

describeOnEachDatabase('statistics', (open) => {
  const { database, school, ask, place, add } = openStage(open, { as: 'teacher' })

  const read = async (path: string) => {
    const { status, body } = await ask(`GET ${path}`)
    expect(status).toBe(200)
    return body
  }

  test('count teachers, students, and accounts made since midnight of the last 1 August in Amsterdam', async () => {
    await database.kysely.updateTable('user').set({ created_at: '2025-07-31T21:59:59.999Z' }).execute()
    const august = '2025-07-31T22:00:00.000Z'
    await add.user({ username: 'both@school.test', roles: 'ROLE_ADMIN ROLE_STUDENT', created_at: august })
    await add.user({ username: 'fresh@school.test', activated: false, created_at: august })
    expect(getAccountStatistics.reply.parse(await read('/account-statistics'))).toEqual({
      admin_accounts: 2,
      student_accounts: 5,
      new_accounts: 2,
    })
  })

  const statistics = async (year: number, query = '') => {
    const { entities } = listTestmomentStatistics.reply.parse(
      await read(`/schoolyear/${year}/testmoment-statistics${query}`),
    )
    return entities
  }

  test('count students once and tests by module at each moment of a year, the earliest first', async () => {
    const at = (user: 'sam' | 'noor', module: 'ALG' | 'GON') => place(user, 'lastYear', module)
    await storeEnrollments(database, at('sam', 'ALG'), at('sam', 'GON'), at('noor', 'ALG'))
    const { schoolyear_id: year } = await database.kysely
      .selectFrom('testmoment')
      .select('schoolyear_id')
      .where('id', '=', school.moments.lastYear)
      .executeTakeFirstOrThrow()
    const earlier = await add.moment({ schoolyear_id: year, date: '2026-04-30', duration: 'week', seats: 40 })
    await database.kysely
      .insertInto('waiting_entry')
      .values(
        [school.modules.ALG, school.modules.GON].map((module_id) => ({
          user_id: school.users.sam,
          testmoment_id: earlier,
          module_id,
          created_at: '2026-02-01T09:00:00.000Z',
        })),
      )
      .execute()
    const nowhere = { location: null, starts_at: null, ends_at: null }
    const unplanned = { ...nowhere, enrollments_open_at: null, enrollments_close_at: null, seats: 0 }
    expect(await statistics(year)).toEqual([
      {
        testmoment: {
          id: earlier,
          date: '2026-04-30',
          duration: 'week',
          enrollments_enabled: false,
          ...unplanned,
          seats: 40,
        },
        enrollments: 0,
        tests: 0,
        waiting: 1,
        rooms: [],
      },
      {
        testmoment: {
          id: school.moments.lastYear,
          date: '2026-05-01',
          duration: 'day',
          enrollments_enabled: true,
          ...unplanned,
        },
        enrollments: 2,
        tests: 3,
        waiting: 0,
        rooms: [],
      },
    ])
  })

  test('count the chairs in the rooms of divided moments, and from the test day on who was there', async () => {
    const { kysely } = database
    const { open, other } = school.moments
    const rooms = [
      await add.room({ name: '3.14', position: 2 }),
      await add.room({ name: 'Aula', position: 1 }),
    ] as const
    for (const testmoment_id of [open, other])
      await kysely
        .insertInto('testmoment_room')
        .values(rooms.map((room_id, position) => ({ testmoment_id, room_id, position, seats: 5 })))
        .execute()
    const at = (user: 'sam' | 'noor', module: 'ALG' | 'GON') => place(user, open, module)
    await storeEnrollments(database, at('sam', 'ALG'), at('sam', 'GON'), at('noor', 'ALG'))
    for (const user of ['sam', 'noor'] as const)
      await kysely
        .insertInto('chair')
        .values({ testmoment_id: open, user_id: school.users[user], room_id: rooms[0] })
        .execute()
    const enrolled = await kysely.selectFrom('enrollment').select(['id', 'user_id']).orderBy('id').execute()
    for (const [nth, { id, user_id }] of enrolled.entries())
      await kysely
        .insertInto('presence')
        .values({ enrollment_id: id, user_id, status: nth === 0 ? 'late' : 'absent', at: created_at })
        .execute()
    const { schoolyear_id } = await kysely
      .selectFrom('testmoment')
      .select('schoolyear_id')
      .where('id', '=', open)
      .executeTakeFirstOrThrow()
    const filled = async () => {
      const entries = await statistics(schoolyear_id)
      return entries.find(({ testmoment }) => testmoment.id === open)?.rooms
    }
    expect(await filled()).toEqual([])
    await kysely.updateTable('testmoment').set({ divided_at: created_at }).where('id', '=', open).execute()
    const empty = { id: rooms[1], name: 'Aula', seats: 5, taken: 0 }
    const full = { id: rooms[0], name: '3.14', seats: 5, taken: 2 }
    expect(await filled()).toEqual([
      { ...full, present: null },
      { ...empty, present: null },
    ])
    await kysely.updateTable('testmoment').set({ date: '2026-03-10' }).where('id', '=', open).execute()
    expect(await filled()).toEqual([
      { ...full, present: 1 },
      { ...empty, present: 0 },
    ])
  })

  test('of what has not ended before a day, in each month of the year', async () => {
    for (let month = 1; month <= 12; month++) {
      const year = await addYear(database, `Jaar ${month}`, false)
      const add = (day: string, duration: 'day' | 'week') =>
        addMoment(database, { schoolyear_id: year, date: `2026-${String(month).padStart(2, '0')}-${day}`, duration })
      await add('09', 'day')
      await add('03', 'week')
      const expected = [await add('04', 'week'), await add('10', 'day'), await add('11', 'week')]
      const after = writeAfter(`2026-${String(month).padStart(2, '0')}-10`)
      expect(after).toBe(`2026-${month - 1}-10`)
      expect((await statistics(year, `?after=${after}`)).map(({ testmoment }) => testmoment.id)).toEqual(expected)
    }
  })

  test.each(['2026-1-30', '2026-12-1', '2026-01', 'gisteren', ''])('refuse %o as a day', async (after) => {
    const year = await addYear(database, 'Een jaar', false)
    expect(await ask(`GET /schoolyear/${year}/testmoment-statistics?after=${after}`)).toMatchObject({
      status: 400,
      body: { reason: 'request-malformed' },
    })
  })

  test('of a year that is not there are not found', async () => {
    expect(await ask('GET /schoolyear/2147483647/testmoment-statistics')).toMatchObject({
      status: 404,
    })
  })
})
