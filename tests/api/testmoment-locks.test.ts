// @module-tag race
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Transaction } from '#database/tables.ts'
import { enrollDepartmentAutomatically, storedEnrollments } from '#tests/support/api/automatic-offers.ts'
import { storeEnrollments } from '#tests/support/api/enrolled.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Module, Moment } from '#tests/support/api/test-school.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { type Halfway, halfway, holdUser } from '#tests/support/halfway.ts'

/** A student and a teacher at the same time: one is halfway when the other begins. */
describeOnPostgres('a student and a teacher at the same time', (open) => {
  const { database, school, as, set } = openStage(open, { loggedIn: ['sam', 'teacher', 'newcomer'] })

  const place = (moment: Moment, module: Module) => ({
    user_id: school.users.sam,
    testmoment_id: school.moments[moment],
    module_id: school.modules[module],
  })
  const enroll = (moment: Moment, module: Module) => () => as.sam('POST /enrollment', place(moment, module))
  const edit = (moment: Moment, body: unknown) => () =>
    as.teacher(`PUT /schoolyear/${school.years.active}/testmoment/${school.moments[moment]}`, body)
  const remove = (moment: Moment) => () =>
    as.teacher(`DELETE /schoolyear/${school.years.active}/testmoment/${school.moments[moment]}`)
  const addModule = (moment: Moment, module: Module) => () =>
    as.teacher(`PATCH /testmoment/${school.moments[moment]}/modules`, {
      entities: [{ id: school.modules[module], auto_enroll: true }],
    })

  /** Stops a teacher where the change is recorded, with all locks taken. */
  const holdTeacher = (trx: Transaction) => holdUser(school.users.teacher)(trx)
  /** Stops a student where the enrollment is written, with all locks taken. */
  const holdModule = (module: Module) => (trx: Transaction) =>
    trx.selectFrom('module').select('id').where('id', '=', school.modules[module]).forUpdate().execute()
  const meet = <First, Second>(how: Halfway<First, Second>) => halfway(database, how)

  describe('a closing', () => {
    test('that is under way refuses who comes', async () => {
      const [closed, enrolled] = await meet({
        hold: holdTeacher,
        first: edit('open', { enrollments_enabled: false }),
        second: enroll('open', 'ALG'),
      })
      expect(closed).toMatchObject({ status: 200, body: { entity: { enrollments_enabled: false, tests: 0 } } })
      expect(enrolled).toMatchObject({ status: 422, body: { reason: 'enrollments-closed' } })
    })

    test('waits for who is being enrolled, and is acknowledged with them inside', async () => {
      const [enrolled, closed] = await meet({
        hold: holdModule('ALG'),
        first: enroll('open', 'ALG'),
        second: edit('open', { enrollments_enabled: false }),
      })
      expect(enrolled).toMatchObject({ status: 201 })
      expect(closed).toMatchObject({ status: 200, body: { entity: { enrollments_enabled: false, tests: 1 } } })
    })

    test('writes to a student who was being enrolled as well', async () => {
      const message = { key: randomUUID(), subject: 'Gesloten', text: 'Je inschrijving staat vast.' }
      const [enrolled, closed] = await meet({
        hold: holdModule('ALG'),
        first: enroll('open', 'ALG'),
        second: edit('open', { enrollments_enabled: false, message }),
      })
      expect(enrolled).toMatchObject({ status: 201 })
      expect(closed).toMatchObject({ status: 200, body: { students_messaged: 1 } })
    })
  })

  describe('a lower limit', () => {
    beforeEach(() => storeEnrollments(database, place('open', 'GON')))

    test('that is under way refuses who comes', async () => {
      const [, enrolled] = await meet({
        hold: holdTeacher,
        first: edit('open', { max_enrollments: 1 }),
        second: enroll('open', 'ALG'),
      })
      expect(enrolled).toMatchObject({ status: 422, body: { reason: 'no-slots-left' } })
    })

    test('counts who was being enrolled among those above it', async () => {
      const [enrolled, edited] = await meet({
        hold: holdModule('ALG'),
        first: enroll('open', 'ALG'),
        second: edit('open', { max_enrollments: 1 }),
      })
      expect(enrolled).toMatchObject({ status: 201 })
      expect(edited).toMatchObject({ status: 200, body: { students_above_limit: 1 } })
    })
  })

  describe('a past moment that gets a day to come', () => {
    beforeEach(async () => {
      const { kysely } = database
      await kysely
        .updateTable('testmoment')
        .set({ date: '2026-03-01', duration: 'day' })
        .where('id', '=', school.moments.past)
        .execute()
      await storeEnrollments(database, place('past', 'ALG'))
    })

    test('refuses who enrolls in the same module elsewhere meanwhile', async () => {
      const [edited, enrolled] = await meet({
        hold: holdTeacher,
        first: edit('past', { date: '2026-03-12' }),
        second: enroll('open', 'ALG'),
      })
      expect(edited).toMatchObject({ status: 200 })
      expect(enrolled).toMatchObject({ status: 422, body: { reason: 'existing-enrollment' } })
    })

    test('is refused for who was enrolling there', async () => {
      const [enrolled, edited] = await meet({
        hold: holdModule('ALG'),
        first: enroll('open', 'ALG'),
        second: edit('past', { date: '2026-03-12' }),
      })
      expect(enrolled).toMatchObject({ status: 201 })
      expect(edited).toMatchObject({ status: 422, body: { reason: 'enrollments-doubled', students_doubled: 1 } })
    })
  })

  describe('a deletion', () => {
    test('that is under way leaves nothing to enroll at', async () => {
      const [deleted, enrolled] = await meet({
        hold: holdTeacher,
        first: remove('open'),
        second: enroll('open', 'ALG'),
      })
      expect(deleted).toMatchObject({ status: 200 })
      expect(enrolled).toMatchObject({ status: 404 })
    })

    test('asks about who was being enrolled', async () => {
      const [enrolled, deleted] = await meet({
        hold: holdModule('ALG'),
        first: enroll('open', 'ALG'),
        second: remove('open'),
      })
      expect(enrolled).toMatchObject({ status: 201 })
      expect(deleted).toMatchObject({ status: 409, body: { confirmation: 'e1-s1-told1-moment' } })
    })
  })

  describe('a module that is switched on', () => {
    beforeEach(() => enrollDepartmentAutomatically(database, school.departmentId))
    const ofSam = async () =>
      (await storedEnrollments(database)).filter((row) => row.startsWith(`${school.users.sam} `))

    test('keeps who is enrolled automatically from enrolling elsewhere', async () => {
      const [switched, enrolled] = await meet({
        hold: holdTeacher,
        first: addModule('listed', 'ALG'),
        second: enroll('open', 'ALG'),
      })
      expect(switched).toMatchObject({ status: 200 })
      expect(enrolled).toMatchObject({ status: 422, body: { reason: 'existing-enrollment' } })
      expect(await ofSam()).toHaveLength(1)
    })

    test('skips a student who was enrolling elsewhere', async () => {
      const [enrolled] = await meet({
        hold: holdModule('ALG'),
        first: enroll('open', 'ALG'),
        second: addModule('listed', 'ALG'),
      })
      expect(enrolled).toMatchObject({ status: 201 })
      expect(await ofSam()).toEqual([`${school.users.sam} ${school.moments.open} ${school.modules.ALG}`])
    })

    test('does not miss a student who confirms meanwhile', async () => {
      const { newcomer } = school.users
      await set.user(newcomer, { education_department_id: school.departmentId })
      const [, confirmed] = await meet({
        hold: holdTeacher,
        first: addModule('listed', 'ALG'),
        second: () => as.newcomer(`POST /user/${newcomer}/information-check`),
      })
      expect(confirmed).toMatchObject({ status: 200, body: { enrollments_made: 1 } })
    })
  })
})
