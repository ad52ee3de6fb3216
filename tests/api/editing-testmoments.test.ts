import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { editTestmomentSchemas, getTestmomentSchemas } from '#contract/testmoments.schema.ts'
import type { Database } from '#database/engine/open-database.ts'
import { auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { emptyOutbox, openingsToAnnounce, storeEnrollments } from '#tests/support/api/enrolled.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { addMoment, MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'

const HOUR = 3_600_000
const at = (offset: number) => new Date(MORNING + offset).toISOString()

describeOnEachDatabase('editing a test moment', (open) => {
  let database: Database
  let school: TestSchool
  let api: TestApi
  let teacher: string
  let year: number
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
    await emptyAuditTrail(database)
    await emptyOutbox(database)
    api = await startTestApi(database)
    teacher = (await api.logIn('teacher@school.test')).token
    const active = database.kysely.selectFrom('schoolyear').select('id').where('active', '=', true)
    year = (await active.executeTakeFirstOrThrow()).id
  })

  type Moment = keyof TestSchool['moments']
  type Module = keyof TestSchool['modules']
  const path = (moment: Moment) => `/schoolyear/${year}/testmoment/${school.moments[moment]}`
  const edit = (moment: Moment, body: unknown) => api.ask(`PUT ${path(moment)}`, { token: teacher, body })
  const preview = (moment: Moment, query: string) =>
    api.ask(`GET /testmoment/${school.moments[moment]}/edit-preview?${query}`, { token: teacher })
  const read = async (moment: Moment) =>
    getTestmomentSchemas.reply.parse((await api.ask(`GET ${path(moment)}`, { token: teacher })).body)
  const edited = async (moment: Moment, body: unknown) => {
    const { status, body: reply } = await edit(moment, body)
    expect(status).toBe(200)
    const { entity, ...effects } = editTestmomentSchemas.reply.parse(reply)
    expect(entity).toEqual(await read(moment))
    return { entity, effects }
  }
  const enroll = (user: 'sam' | 'noor', moment: Moment, ...modules: Module[]) =>
    storeEnrollments(
      database,
      ...modules.map((module) => ({
        user_id: school.users[user],
        testmoment_id: school.moments[moment],
        module_id: school.modules[module],
      })),
    )
  const trail = (moment: Moment, ...changes: string[]) =>
    changes.map((change) => change.replace('#', `testmoment ${school.moments[moment]}:`))
  const byTeacher = (change: string) => `user ${school.users.teacher} ${change}`

  test('changes what is sent and leaves the rest', async () => {
    const { entity } = await edited('open', { date: '2026-03-25', max_enrollments: 2 })
    expect(entity).toMatchObject({ date: '2026-03-25', duration: 'day', max_enrollments: 2, version: 2 })
    expect(await auditTrail(database)).toEqual(trail('open', byTeacher('edited # date max_enrollments')))
  })

  test('takes the moment as it was read, and ignores what nobody may write', async () => {
    const moment = await read('open')
    const { entity } = await edited('open', { ...moment, duration: 'week', schoolyear_id: 1, students: 99, tests: 9 })
    expect(entity).toEqual({ ...moment, duration: 'week', version: 2 })
  })

  test('that changes nothing writes nothing', async () => {
    const moment = await read('open')
    expect((await edited('open', moment)).entity).toEqual(moment)
    expect(await auditTrail(database)).toEqual([])
  })

  test.each([
    { date: '2026-02-30' },
    { date: '0000-03-01' },
    { duration: 'month' },
    { max_enrollments: -1 },
    { max_enrollments: 1.5 },
    { max_enrollments: 1_001 },
    { enrollments_enabled: 'yes' },
    { enrollments_open_at: '2026-03-01' },
    { enrollments_open_at: '2026-03-01T09:00:00.000+01:00' },
    { enrollments_close_at: '1999-12-31T23:59:59.999Z' },
    { enrollments_close_at: '9000-01-01T00:00:00.000Z' },
    { version: 0 },
  ])('is malformed with %o', async (body) => {
    expect(await edit('open', body)).toMatchObject({ status: 400, body: { reason: 'request-malformed' } })
    expect((await read('open')).version).toBe(1)
  })

  test.each([
    ['1000-01-01', at(0)],
    ['9999-12-31', '8999-12-31T23:59:59.999Z'],
  ])('goes to the ends of the calendar, %s', async (date, enrollments_close_at) => {
    const sent = { date, duration: 'week', enrollments_enabled: false, enrollments_close_at: null }
    expect((await edited('open', sent)).entity).toMatchObject(sent)
    expect((await edited('open', { enrollments_close_at })).entity).toMatchObject({ enrollments_close_at })
    expect(await edit('open', { date: '2026-03-12', version: 1 })).toMatchObject({ status: 409 })
    const after = `${Number(date.slice(0, 4))}-${Number(date.slice(5, 7)) - 1}-${Number(date.slice(8))}`
    const { status } = await api.ask(`GET /schoolyear/${year}/testmoment-statistics?after=${after}`, { token: teacher })
    expect(status).toBe(200)
  })

  describe('that a colleague has changed since', () => {
    test('is refused, says in Dutch what differs, and overwrites nothing', async () => {
      const seen = await read('closed')
      const { entity: theirs } = await edited('closed', { date: '2026-04-13', enrollments_open_at: at(HOUR) })
      const yours = { ...seen, date: '2026-04-14', max_enrollments: 2 }
      expect(await edit('closed', yours)).toMatchObject({
        status: 409,
        body: {
          reason: 'version-stale',
          entity: theirs,
          differences: [
            { field: 'date', label: 'Datum', yours: 'di 14 apr', theirs: 'ma 13 apr' },
            { field: 'max_enrollments', label: 'Maximum' },
            { label: 'Opent op', yours: 'niet gepland', theirs: 'di 10 mrt om 11:00' },
          ],
        },
      })
      expect(await read('closed')).toEqual(theirs)
      expect((await edited('closed', { ...yours, version: theirs.version })).entity.date).toBe('2026-04-14')
    })

    test('passes without a version', async () => {
      await edited('open', { date: '2026-03-25' })
      expect((await edited('open', { max_enrollments: 4 })).entity).toMatchObject({ date: '2026-03-25', version: 3 })
    })

    test('is not a student who enrolls', async () => {
      const seen = await read('open')
      const { token } = await api.logIn('sam@school.test')
      const place = { testmoment_id: school.moments.open, module_id: school.modules.ALG }
      expect(await api.ask('POST /enrollment', { token, body: { user_id: school.users.sam, ...place } })).toMatchObject(
        {
          status: 201,
        },
      )
      expect((await edited('open', { ...seen, max_enrollments: 1 })).entity.version).toBe(2)
    })

    test('is refused to one of two who save at the same time', { tags: 'race' }, async () => {
      const seen = await read('open')
      const replies = await halfway(database, {
        hold: holdUser(school.users.teacher),
        first: () => edit('open', { ...seen, date: '2026-03-24' }),
        second: () => edit('open', { ...seen, date: '2026-03-25' }),
      })
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    })
  })

  describe('with a lower limit', () => {
    beforeEach(async () => {
      await enroll('sam', 'open', 'ALG', 'GON', 'STA')
      await enroll('noor', 'open', 'ALG')
    })
    const effects = { students_enrolled: 2, students_above_limit: 1, students_doubled: 0 }

    test('tells beforehand and afterwards how many have more, and takes nothing from them', async () => {
      expect(await preview('open', 'max_enrollments=2')).toMatchObject({ status: 200, body: effects })
      expect((await read('open')).max_enrollments).toBe(0)
      const { entity, effects: made } = await edited('open', { max_enrollments: 2 })
      expect(made).toEqual(effects)
      expect(entity).toMatchObject({ max_enrollments: 2, students: 2, tests: 4 })
    })

    test.each([
      [0, 0],
      [1, 1],
      [3, 0],
    ])('of %i leaves %i above it', async (limit, above) => {
      expect((await preview('open', `max_enrollments=${limit}`)).body).toMatchObject({ students_above_limit: above })
    })
  })

  describe('of its days', () => {
    const doubled = { status: 422, body: { reason: 'enrollments-doubled', students_doubled: 1 } }

    test('is refused when it gives students a module twice, with how many', async () => {
      await enroll('sam', 'past', 'ALG', 'GON')
      await enroll('sam', 'open', 'ALG', 'GON')
      await enroll('noor', 'past', 'ALG')
      await enroll('noor', 'open', 'GON')
      expect((await preview('past', 'date=2026-03-12')).body).toMatchObject({ students_doubled: 1 })
      expect(await edit('past', { date: '2026-03-12' })).toMatchObject(doubled)
      expect(await read('past')).toMatchObject({ date: '2026-03-01', version: 1 })
      expect(await auditTrail(database)).toEqual([])
    })

    test('is refused for a longer duration too, which makes yesterday current', async () => {
      await edited('past', { date: '2026-03-09', duration: 'day' })
      await enroll('sam', 'past', 'ALG')
      await enroll('sam', 'open', 'ALG')
      expect(await edit('past', { duration: 'week' })).toMatchObject(doubled)
      expect(await edit('past', { date: '2026-03-08' })).toMatchObject({ status: 200 })
    })

    test('passes when the other enrollment is of another year, or history too', async () => {
      await enroll('sam', 'past', 'ALG')
      await enroll('sam', 'lastYear', 'ALG')
      const before = await addMoment(database, { schoolyear_id: year, date: '2026-03-09' })
      await storeEnrollments(database, {
        user_id: school.users.sam,
        testmoment_id: before,
        module_id: school.modules.ALG,
      })
      expect((await edited('past', { date: '2026-03-12' })).effects).toEqual({
        students_enrolled: 1,
        students_above_limit: 0,
        students_doubled: 0,
      })
    })

    test('passes from one day to come to another', async () => {
      await enroll('sam', 'open', 'ALG')
      await edited('open', { date: '2026-06-30', duration: 'week' })
    })
  })

  describe('that opens or closes it', () => {
    test('by hand puts exactly one opening in the outbox, and none when it was open', async () => {
      expect((await edited('closed', { enrollments_enabled: true })).entity.enrollments_enabled).toBe(true)
      await edited('closed', { enrollments_enabled: true, max_enrollments: 3 })
      expect(await openingsToAnnounce(database)).toEqual([school.moments.closed])
      await edited('closed', { enrollments_enabled: false })
      await edited('closed', { enrollments_enabled: true })
      expect(await openingsToAnnounce(database)).toEqual([school.moments.closed, school.moments.closed])
      expect((await read('closed')).version).toBe(5)
      expect(await auditTrail(database)).toEqual(
        trail(
          'closed',
          byTeacher('opened # enrollments_enabled'),
          byTeacher('edited # max_enrollments'),
          byTeacher('closed # enrollments_enabled'),
          byTeacher('opened # enrollments_enabled'),
        ),
      )
    })

    test('at the same time from two sides opens it once', { tags: 'race' }, async () => {
      const { version, ...seen } = await read('closed')
      const opened = () => edit('closed', { ...seen, enrollments_enabled: true })
      await halfway(database, { hold: holdUser(school.users.teacher), first: opened, second: opened })
      expect(await openingsToAnnounce(database)).toEqual([school.moments.closed])
      expect((await read('closed')).version).toBe(version + 1)
    })

    test('needs no opening any more, and keeps the closing to come', async () => {
      await edited('closed', { enrollments_open_at: at(HOUR), enrollments_close_at: at(2 * HOUR) })
      expect((await edited('closed', { enrollments_enabled: true })).entity).toMatchObject({
        enrollments_enabled: true,
        enrollments_open_at: null,
        enrollments_close_at: at(2 * HOUR),
      })
    })

    test('by hand after the planned closing holds: it is opened without that time', async () => {
      const { enrollments_enabled, enrollments_close_at } = await read('closing')
      expect([enrollments_enabled, enrollments_close_at]).toEqual([true, at(3 * HOUR)])
      api.clock.now = MORNING + 3 * HOUR
      teacher = (await api.logIn('teacher@school.test')).token
      expect((await edited('closing', { enrollments_enabled: true })).entity).toMatchObject({
        enrollments_enabled: true,
        enrollments_close_at: null,
      })
      expect(await openingsToAnnounce(database)).toEqual([school.moments.closing])
      expect(await auditTrail(database)).toEqual(
        trail(
          'closing',
          'user null closed # enrollments_close_at enrollments_enabled',
          byTeacher('opened # enrollments_enabled'),
        ),
      )
    })

    test('meets a moment that the schedule has closed by then, however late that is carried out', async () => {
      const seen = await read('closing')
      api.clock.now = MORNING + 3 * HOUR
      teacher = (await api.logIn('teacher@school.test')).token
      expect(await edit('closing', { ...seen, max_enrollments: 5 })).toMatchObject({
        status: 409,
        body: {
          differences: [{ label: 'Maximum' }, { label: 'Inschrijvingen', yours: 'open', theirs: 'gesloten' }, {}],
        },
      })
    })
  })

  describe('of its schedule', () => {
    test('plans an opening and a closing, and takes them back', async () => {
      const planned = { enrollments_open_at: at(HOUR), enrollments_close_at: at(2 * HOUR) }
      expect((await edited('closed', planned)).entity).toMatchObject({ ...planned, enrollments_enabled: false })
      const none = { enrollments_open_at: null, enrollments_close_at: null }
      expect((await edited('closed', none)).entity).toMatchObject(none)
      expect(await auditTrail(database)).toEqual(
        Array(2).fill(trail('closed', byTeacher('edited # enrollments_close_at enrollments_open_at'))[0]),
      )
    })

    test.for([
      [{ enrollments_open_at: '2025-12-07T08:00:00.000Z' }, 'opening-past'],
      [{ enrollments_close_at: '2000-01-01T00:00:00.000Z' }, 'closing-past'],
      [{ enrollments_open_at: '2027-04-09T08:00:00.000Z' }, 'opening-too-late'],
    ] as const)('is refused with %o, and nothing opens or closes', async ([times, reason]) => {
      for (const moment of ['open', 'closed'] as const) {
        const before = await read(moment)
        expect(await edit(moment, times)).toMatchObject({ status: 422, body: { reason } })
        expect(await read(moment)).toEqual(before)
      }
      expect(await openingsToAnnounce(database)).toEqual([])
      expect(await auditTrail(database)).toEqual([])
    })

    test('that has come and is not carried out yet is no new one', async () => {
      const seen = await read('closing')
      api.clock.now = MORNING + 3 * HOUR - 1
      teacher = (await api.logIn('teacher@school.test')).token
      expect((await edited('closing', { ...seen, max_enrollments: 5 })).entity).toMatchObject({
        enrollments_close_at: seen.enrollments_close_at,
      })
    })

    test('is refused when it would close before it opens, or at once', async () => {
      const reversed = { status: 422, body: { reason: 'schedule-reversed' } }
      for (const close of [HOUR, HOUR - 1])
        expect(await edit('closed', { enrollments_open_at: at(HOUR), enrollments_close_at: at(close) })).toMatchObject(
          reversed,
        )
      await edited('closed', { enrollments_open_at: at(HOUR) })
      expect(await edit('closed', { enrollments_close_at: at(HOUR) })).toMatchObject(reversed)
      await edited('closed', { enrollments_close_at: at(HOUR), enrollments_enabled: true })
    })
  })
})
