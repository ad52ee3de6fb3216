// @module-tag pooled
import { expect, test } from 'vitest'
import { ASK_FIRST } from '#contract/refusals.ts'
import { noConsequences } from '#domain/consequences/consequence.rules.ts'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addYear, type Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('a big change asks for confirmation first, with the numbers of its effects:', (open) => {
  const { database, school, as, set, enroll } = openStage(open)

  const ask = (operation: string, body?: object, confirmed?: string) =>
    as.teacher(operation + (confirmed === undefined ? '' : `?confirmed=${confirmed}`), body)
  const moment = (name: Moment) => `/schoolyear/${school.years.active}/testmoment/${school.moments[name]}`

  /** Sends the change without confirmation: expects these consequences and no change, and returns the confirmation. */
  async function asked(operation: string, body: object | undefined, expected: object): Promise<string> {
    const before = await storedEnrollments(database)
    const { status, body: question } = await ask(operation, body, ASK_FIRST)
    expect(question).toMatchObject({ reason: 'confirmation-needed', consequences: { ...noConsequences, ...expected } })
    expect(status).toBe(409)
    expect(await storedEnrollments(database)).toEqual(before)
    return question && typeof question === 'object' && 'confirmation' in question ? String(question.confirmation) : ''
  }

  test('automatic enrollment of a department; it asks again if the numbers have changed since', async () => {
    await offerAutomatically(database, school.moments.open, school.modules.ALG, school.modules.GON)
    const put = `PUT /education-department/${school.departmentId}`
    const expected = { automatic_on: true, enrollments_made: 6, students_enrolled: 3 }
    const first = await asked(put, { auto_enroll: true }, expected)
    await offerAutomatically(database, school.moments.other, school.modules.STA)
    const { status, body } = await ask(put, { auto_enroll: true }, first)
    expect([status, body]).toMatchObject([409, { consequences: { enrollments_made: 9, students_enrolled: 3 } }])
    const second = await asked(put, { auto_enroll: true }, { ...expected, enrollments_made: 9 })
    expect(await ask(put, { auto_enroll: true }, second)).toMatchObject({ status: 200, body: { enrollments_made: 9 } })
    expect(await storedEnrollments(database)).toHaveLength(9)
    expect(await ask(put, { auto_enroll: false }, ASK_FIRST)).toMatchObject({ status: 200 })
  })

  test('automatic enrollment with too few seats: also how many students get none, and at which moments', async () => {
    await offerAutomatically(database, school.moments.open, school.modules.ALG)
    await offerAutomatically(database, school.moments.other, school.modules.ALG)
    const { open, other } = school.moments
    await database.kysely.updateTable('testmoment').set({ seats: 1 }).where('id', 'in', [open, other]).execute()
    const put = `PUT /education-department/${school.departmentId}`
    const moment = { duration: 'day', location: null, starts_at: null, ends_at: null, students: 1 }
    const expected = {
      enrollments_made: 2,
      students_enrolled: 2,
      students_without_seat: 1,
      full_testmoments: [
        { id: open, date: '2026-03-20', ...moment },
        { id: other, date: '2026-03-27', ...moment },
      ],
    }
    const confirmation = await asked(put, { auto_enroll: true }, { automatic_on: true, ...expected })
    expect(await ask(put, { auto_enroll: true }, confirmation)).toMatchObject({ status: 200, body: expected })
    await set.moment(other, { seats: 0 })
    expect(await ask(put, { auto_enroll: false }, ASK_FIRST)).toMatchObject({ body: { students_without_seat: 0 } })
  })

  test('automatic enrollment in a module of a moment: also the enrollments that end', async () => {
    await enrollDepartmentAutomatically(database, school.departmentId)
    await enroll('sam', 'open', 'GON')
    const patch = `PATCH /testmoment/${school.moments.open}/modules`
    const body = { entities: [{ id: school.modules.ALG, auto_enroll: true }] }
    const confirmation = await asked(patch, body, {
      enrollments_deleted: 1,
      students: 1,
      automatic_on: true,
      enrollments_made: 3,
      students_enrolled: 3,
    })
    expect(await ask(patch, body, confirmation)).toMatchObject({ status: 200, body: { enrollments_made: 3 } })
  })

  test('adding a module to a department that enrolls automatically', async () => {
    await enrollDepartmentAutomatically(database, school.departmentId)
    await database.kysely
      .deleteFrom('education_department_module')
      .where('module_id', '=', school.modules.ALG)
      .execute()
    await offerAutomatically(database, school.moments.open, school.modules.ALG)
    const patch = `PATCH /education-department/${school.departmentId}/modules`
    const body = { entities: [{ id: school.modules.ALG }] }
    const confirmation = await asked(patch, body, { enrollments_made: 3, students_enrolled: 3 })
    expect(await ask(patch, body, confirmation)).toMatchObject({ status: 200, body: { enrollments_made: 3 } })
  })

  test('activating a school year: also which school.years.active it replaces', async () => {
    const next = await addYear(database, '2026-2027', false)
    const put = `PUT /schoolyear/${next}`
    const { open, past } = school.moments
    const at = (testmoment_id: number) => ({
      ...{ user_id: school.users.sam, module_id: school.modules.ALG },
      ...{ testmoment_id, created_at: '2026-03-01T09:00:00.000Z' },
    })
    await database.kysely
      .insertInto('enrollment')
      .values([at(open), at(past)])
      .execute()
    const expected = {
      ...{ activates_schoolyear: true, schoolyear_replaced: '2025-2026', enrollments_made: 0 },
      ...{ testmoments_shown: 0, enrollments_hidden: 1, students_hidden: 1 },
    }
    const confirmation = await asked(put, { active: true }, expected)
    expect(await ask(put, { active: true }, confirmation)).toMatchObject({
      status: 200,
      body: { entity: { active: true } },
    })
    expect(await ask(put, { name: '2026/2027' }, ASK_FIRST)).toMatchObject({ status: 200 })
  })

  test('deactivating the active school year: also how many enrollments students no longer see', async () => {
    const put = `PUT /schoolyear/${school.years.active}`
    await enroll('sam', 'open')
    await enroll('noor', 'open')
    await enroll('noor', 'past')
    const expected = { deactivates_schoolyear: true, enrollments_hidden: 2, students_hidden: 2 }
    const confirmation = await asked(put, { active: false }, expected)
    await enroll('sam', 'other', 'GON')
    expect(await ask(put, { active: false }, confirmation)).toMatchObject({ status: 409 })
    const renewed = await asked(put, { active: false }, { ...expected, enrollments_hidden: 3 })
    expect(await ask(put, { active: false }, renewed)).toMatchObject({
      status: 200,
      body: { entity: { active: false } },
    })
  })

  test('moving a moment with students to another day, and what is unusual about that day', async () => {
    await enroll('sam', 'open')
    await enroll('noor', 'open')
    const put = `PUT ${moment('open')}`
    const other = await database.kysely
      .selectFrom('testmoment')
      .select('date')
      .where('id', '=', school.moments.other)
      .executeTakeFirstOrThrow()
    const same = await asked(put, { date: other.date }, { students_moved: 2, testmoments_same_day: 1 })
    await asked(put, { duration: 'week' }, { students_moved: 2 })
    await asked(put, { date: '2026-08-01' }, { students_moved: 2, testmoments_same_day: 0, outside_schoolyear: true })
    await asked(`PUT ${moment('single')}`, { date: '2025-07-31' }, { students_moved: 0, outside_schoolyear: true })
    expect(await ask(put, { date: other.date, max_enrollments: 3 }, same)).toMatchObject({ status: 200 })
    expect(await ask(put, { max_enrollments: 4 }, ASK_FIRST)).toMatchObject({ status: 200 })
    expect(await ask(`PUT ${moment('single')}`, { date: '2026-07-31' }, ASK_FIRST)).toMatchObject({ status: 200 })
  })

  test('adding a moment on a day that has one already, or outside the school school.years.active; once confirmed both are accepted', async () => {
    const post = `POST /schoolyear/${school.years.active}/testmoment`
    const body = { moment: '2026-03-20' }
    const confirmation = await asked(post, body, { testmoments_same_day: 1, outside_schoolyear: false })
    expect(await ask(post, body, confirmation)).toMatchObject({ status: 201 })
    await asked(post, body, { testmoments_same_day: 2 })
    await asked(post, { moment: '2027-01-11' }, { testmoments_same_day: 0, outside_schoolyear: true })
    expect(await ask(post, { moment: '2026-01-13' }, ASK_FIRST)).toMatchObject({ status: 201 })
  })

  test('giving a user another role, in both directions; other edits of a user do not ask', async () => {
    await enroll('sam', 'open')
    await enroll('sam', 'past', 'GON')
    const put = `PUT /user/${school.users.sam}`
    const sam = { first_name: 'Sam', last_name: 'de Vries' }
    const up = { ...sam, roles: ['ROLE_ADMIN'] }
    const confirmation = await asked(put, up, { role_given: 'ROLE_ADMIN', enrollments_kept: 2 })
    expect(await ask(put, up, confirmation)).toMatchObject({ status: 200, body: { entity: { roles: ['ROLE_ADMIN'] } } })
    await asked(put, { ...sam, roles: ['ROLE_STUDENT'] }, { role_given: 'ROLE_STUDENT', enrollments_kept: 2 })
    expect(await ask(put, { ...up, first_name: 'Semmie' }, ASK_FIRST)).toMatchObject({ status: 200 })
  })

  test('deleting a user, also one without enrollments', async () => {
    await enroll('sam', 'open')
    const remove = `DELETE /user/${school.users.sam}`
    await asked(remove, undefined, { deletes_user: true, enrollments_deleted: 1, students: 1 })
    await enroll('sam', 'past', 'GON')
    const { id, user_id } = await database.kysely
      .selectFrom('enrollment')
      .select(['id', 'user_id'])
      .where('testmoment_id', '=', school.moments.past)
      .executeTakeFirstOrThrow()
    const [outcome, edited_at] = ['passed', '2026-03-02T09:00:00.000Z'] as const
    const published = { published_outcome: outcome, published_at: edited_at }
    await database.kysely
      .insertInto('result')
      .values({ enrollment_id: id, user_id, outcome, edited_at, ...published })
      .execute()
    const confirmation = await asked(remove, undefined, {
      ...{ deletes_user: true, enrollments_deleted: 2, students: 1 },
      ...{ results_deleted: 1, results_published: 1 },
    })
    expect(await ask(remove, undefined, confirmation)).toMatchObject({ status: 200 })
    await asked(`DELETE /user/${school.users.noor}`, undefined, { deletes_user: true, students: 1 })
  })

  test('not for clients that leave out `confirmed`: their request is carried out at once', async () => {
    await enrollDepartmentAutomatically(database, school.departmentId)
    await offerAutomatically(database, school.moments.open, school.modules.ALG)
    const next = await addYear(database, '2026-2027', false)
    expect(await ask(`PUT ${moment('open')}`, { date: '2027-03-20' })).toMatchObject({ status: 200 })
    expect(await ask(`POST /schoolyear/${school.years.active}/testmoment`, { moment: '2027-03-20' })).toMatchObject({
      status: 201,
    })
    expect(await ask(`PUT /schoolyear/${next}`, { active: true })).toMatchObject({ status: 200 })
    expect(await ask(`DELETE /user/${school.users.sam}`)).toMatchObject({ status: 200 })
  })
})
