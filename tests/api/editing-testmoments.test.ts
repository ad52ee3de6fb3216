import { beforeEach, describe, expect, test } from 'vitest'
import { previewTestmomentEdit } from '#contract/testmoments.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { storeEnrollments } from '#tests/support/api/enrolled.ts'
import { addUser, type Module, type Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'
import { at, editingStage, HOUR } from './support/editing-stage.ts'

describeOnEachDatabase('editing a test moment', (open) => {
  const stage = editingStage(open)
  const { byTeacher, edit, edited, enroll, read, trail } = stage

  const preview = (moment: Moment, query: string) =>
    stage.as.teacher(`GET /testmoment/${stage.school.moments[moment]}/edit-preview?${query}`)

  test('changes the fields that are sent and no others', async () => {
    const { entity } = await edited('open', { date: '2026-03-25', max_enrollments: 2 })
    expect(entity).toMatchObject({ date: '2026-03-25', duration: 'day', max_enrollments: 2, version: 2 })
    expect(await auditTrail(stage.database)).toEqual(trail('open', byTeacher('edited # date max_enrollments')))
  })

  test('accepts the whole moment as it was read, and ignores fields that nobody may write', async () => {
    const moment = await read('open')
    const { entity } = await edited('open', { ...moment, duration: 'week', schoolyear_id: 1, students: 99, tests: 9 })
    expect(entity).toEqual({ ...moment, duration: 'week', version: 2 })
  })

  test('writes nothing if nothing changes', async () => {
    const moment = await read('open')
    expect((await edited('open', moment)).entity).toEqual(moment)
    expect(await auditTrail(stage.database)).toEqual([])
  })

  test('refuses what is no edit as malformed', async () => {
    expect(await edit('open', { max_enrollments: 1_001 })).toMatchObject({
      status: 400,
      body: { reason: 'request-malformed' },
    })
    expect((await read('open')).version).toBe(1)
  })

  test.each([
    ['1000-01-01', { max_enrollments: 2 }],
    ['9999-12-31', { enrollments_close_at: '8999-12-31T23:59:59.999Z' }],
  ])('accepts the first and last day of the calendar: %s', async (date, more) => {
    const sent = { date, duration: 'week', enrollments_enabled: false, enrollments_close_at: null }
    expect((await edited('open', sent)).entity).toMatchObject(sent)
    expect((await edited('open', more)).entity).toMatchObject(more)
    expect(await edit('open', { date: '2026-03-12', version: 1 })).toMatchObject({ status: 409 })
    const after = `${Number(date.slice(0, 4))}-${Number(date.slice(5, 7)) - 1}-${Number(date.slice(8))}`
    const { status } = await stage.api.ask(
      `GET /schoolyear/${stage.school.years.active}/testmoment-statistics?after=${after}`,
      {
        token: stage.as.teacher,
      },
    )
    expect(status).toBe(200)
  })

  describe('place and times', () => {
    const place = { location: 'Zaal 3.14', starts_at: '09:00', ends_at: '11:30' }

    test('stores them without extra spaces, records the change, and can remove them again', async () => {
      const { entity } = await edited('open', { ...place, location: ' Zaal  3.14 ' })
      expect(entity).toMatchObject({ ...place, version: 2 })
      expect(await read('open')).toEqual(entity)
      expect(await auditTrail(stage.database)).toEqual(trail('open', byTeacher('edited # ends_at location starts_at')))
      const none = { location: null, starts_at: null, ends_at: null }
      expect((await edited('open', { ...none, location: ' ' })).entity).toMatchObject({ ...none, version: 3 })
    })

    test('refuses what cannot be with a Dutch message, and changes nothing', async () => {
      const { entity } = await edited('open', place)
      const refused = { reason: 'end-too-early', message: expect.stringMatching(/^De /) }
      expect(await edit('open', { ends_at: '08:59' })).toMatchObject({ status: 422, body: refused })
      expect(await read('open')).toEqual(entity)
    })

    test('clears the times of a moment that becomes a week', async () => {
      const { entity } = await edited('open', place)
      expect((await edited('open', { ...entity, duration: 'week' })).entity).toMatchObject({
        ...{ duration: 'week', location: 'Zaal 3.14', starts_at: null, ends_at: null },
      })
    })
  })

  describe('after a colleague changed the moment', () => {
    test('refuses the edit, lists the differences in Dutch, and overwrites nothing', async () => {
      const seen = await read('closed')
      const { entity: theirs } = await edited('closed', {
        ...{ date: '2026-04-13', starts_at: '13:30', location: 'Aula', enrollments_open_at: at(HOUR) },
      })
      const yours = { ...seen, date: '2026-04-14', starts_at: '09:00', max_enrollments: 2 }
      expect(await edit('closed', yours)).toMatchObject({
        status: 409,
        body: {
          reason: 'version-stale',
          entity: theirs,
          differences: [
            { field: 'date', label: 'Datum', yours: 'di 14 apr', theirs: 'ma 13 apr' },
            { field: 'starts_at', label: 'Begintijd', yours: '09:00', theirs: '13:30' },
            { field: 'location', label: 'Locatie', yours: 'geen', theirs: 'Aula' },
            { field: 'max_enrollments', label: 'Maximum' },
            { label: 'Opent op', yours: 'niet gepland', theirs: 'di 10 mrt om 11:00' },
          ],
        },
      })
      expect(await read('closed')).toEqual(theirs)
      expect((await edited('closed', { ...yours, version: theirs.version })).entity.date).toBe('2026-04-14')
    })

    test('accepts an edit that sends no version', async () => {
      await edited('open', { date: '2026-03-25' })
      expect((await edited('open', { max_enrollments: 4 })).entity).toMatchObject({ date: '2026-03-25', version: 3 })
    })

    test('accepts an edit if only a student enrolled meanwhile', async () => {
      const seen = await read('open')
      const { token } = await stage.api.logIn('sam@school.test')
      const place = { testmoment_id: stage.school.moments.open, module_id: stage.school.modules.ALG }
      expect(
        await stage.api.ask('POST /enrollment', { token, body: { user_id: stage.school.users.sam, ...place } }),
      ).toMatchObject({
        status: 201,
      })
      expect((await edited('open', { ...seen, max_enrollments: 1 })).entity.version).toBe(2)
    })

    test('refuses one of two edits that are saved at the same time', { tags: 'race' }, async () => {
      const seen = await read('open')
      const replies = await halfway(stage.database, {
        hold: holdUser(stage.school.users.teacher),
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
    const none = { students_above_seats: 0, students_promoted: 0 }
    const effects = { students_enrolled: 2, students_above_limit: 1, students_doubled: 0, ...none }

    test('counts the students above it, in the preview and after the edit, and ends none of their enrollments', async () => {
      expect(await preview('open', 'max_enrollments=2')).toMatchObject({ status: 200, body: effects })
      expect((await read('open')).max_enrollments).toBe(0)
      const { entity, effects: made } = await edited('open', { max_enrollments: 2 })
      expect(made).toEqual({ ...effects, students_messaged: 0 })
      expect(entity).toMatchObject({ max_enrollments: 2, students: 2, tests: 4 })
    })

    test.each([
      [0, 0],
      [1, 1],
      [3, 0],
    ])('a limit of %i leaves %i students above it', async (limit, above) => {
      expect((await preview('open', `max_enrollments=${limit}`)).body).toMatchObject({ students_above_limit: above })
    })
  })

  describe('seats', () => {
    const wait = (user_id: number, ...modules: Module[]) =>
      stage.database.kysely
        .insertInto('waiting_entry')
        .values(
          modules.map((module) => ({
            user_id,
            testmoment_id: stage.school.moments.open,
            module_id: stage.school.modules[module],
            moves: false,
            created_at: at(0),
          })),
        )
        .execute()

    test('fewer seats than students: counts the students too many, and ends none of their enrollments', async () => {
      await enroll('sam', 'open', 'ALG', 'GON')
      await enroll('noor', 'open', 'ALG')
      expect((await preview('open', 'seats=1')).body).toMatchObject({ students_above_seats: 1, students_promoted: 0 })
      const { entity, effects } = await edited('open', { seats: 1 })
      expect(effects).toMatchObject({ students_enrolled: 2, students_above_seats: 1, students_messaged: 0 })
      expect(entity).toMatchObject({ seats: 1, students: 2, tests: 3 })
      expect(await auditTrail(stage.database)).toEqual(trail('open', byTeacher('edited # seats')))
      for (const seats of [0, 2, 100_000])
        expect((await preview('open', `seats=${seats}`)).body).toMatchObject({ students_above_seats: 0 })
    })

    test('more seats: counts the waiting students who get one at once, without those who cannot take it', async () => {
      await enroll('sam', 'open', 'ALG')
      await edited('open', { seats: 1 })
      const { departmentId: education_department_id, users } = stage.school
      for (const name of ['ada', 'bas', 'cas'])
        await wait(
          await addUser(stage.database, { username: `${name}@school.test`, education_department_id }),
          'ALG',
          'GON',
        )
      const done = { user_id: users.noor, module_id: stage.school.modules.ALG, created_at: at(0) }
      await stage.database.kysely.insertInto('completed_module').values(done).execute()
      // Noor has completed the module, so she cannot take a seat.
      await wait(users.noor, 'ALG')
      const promoted = async (query: string) =>
        previewTestmomentEdit.reply.parse((await preview('open', query)).body).students_promoted
      expect(await Promise.all(['seats=1', 'seats=3', 'seats=4', 'seats=9', 'seats=0'].map(promoted))).toEqual([
        ...[0, 2, 3, 3, 3],
      ])
      expect(await promoted('seats=9&date=2026-03-01'), 'a past moment gives nobody a seat').toBe(0)
      expect((await edited('open', { seats: 2 })).effects).toMatchObject({ students_promoted: 1 })
      expect((await edited('open', { seats: 3, enrollments_enabled: false })).effects).toMatchObject({
        students_promoted: 0,
      })
    })
  })

  describe('days', () => {
    const doubled = { status: 422, body: { reason: 'enrollments-doubled', students_doubled: 1 } }

    test('refuses a day on which students would have a module twice, and counts them', async () => {
      await enroll('sam', 'past', 'ALG', 'GON')
      await enroll('sam', 'open', 'ALG', 'GON')
      await enroll('noor', 'past', 'ALG')
      await enroll('noor', 'open', 'GON')
      expect((await preview('past', 'date=2026-03-12')).body).toMatchObject({ students_doubled: 1 })
      expect(await edit('past', { date: '2026-03-12' })).toMatchObject(doubled)
      expect(await read('past')).toMatchObject({ date: '2026-03-01', version: 1 })
      expect(await auditTrail(stage.database)).toEqual([])
    })

    test('refuses a longer duration for the same reason, if it makes a past moment current again', async () => {
      await edited('past', { date: '2026-03-09', duration: 'day' })
      await enroll('sam', 'past', 'ALG')
      await enroll('sam', 'open', 'ALG')
      expect(await edit('past', { duration: 'week' })).toMatchObject(doubled)
      expect(await edit('past', { date: '2026-03-08' })).toMatchObject({ status: 200 })
    })

    test('accepts a day if the other enrollment is in another year or in the past', async () => {
      await enroll('sam', 'past', 'ALG')
      await enroll('sam', 'lastYear', 'ALG')
      const before = await stage.add.moment({ date: '2026-03-09' })
      await storeEnrollments(stage.database, {
        user_id: stage.school.users.sam,
        testmoment_id: before,
        module_id: stage.school.modules.ALG,
      })
      expect((await edited('past', { date: '2026-03-12' })).effects).toMatchObject({
        students_enrolled: 1,
        students_above_limit: 0,
        students_doubled: 0,
        students_messaged: 0,
      })
    })

    test('accepts a move from one coming day to another', async () => {
      await enroll('sam', 'open', 'ALG')
      await edited('open', { date: '2026-06-30', duration: 'week' })
    })
  })
})
