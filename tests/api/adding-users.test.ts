import { expect, test } from 'vitest'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { addDepartment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const NEW = { username: ' Nieuw@School.test ', first_name: ' Wil ', last_name: 'de Boer', letter: 'now' }
const STUDENT = { ...NEW, role: 'ROLE_STUDENT', student_number: '2104567', class_group: ' WIS1A ' }

describeOnEachDatabase('POST /user', (open) => {
  const { database, school, api, as, ask, set } = openStage(open, { as: 'teacher' })

  const add = (body: object, by: Token = as.teacher) => api.ask('POST /user', { token: by, body })
  const letters = async () =>
    (await database.kysely.selectFrom('outbox').select('kind').where('kind', '=', 'invitation-letter').execute()).length
  const kept = () =>
    database.kysely.selectFrom('user').selectAll().where('username', '=', 'nieuw@school.test').executeTakeFirstOrThrow()

  test('makes a student who waits to be activated, found by name, and writes to them', async () => {
    const { departmentId } = school
    const { status, body } = await add({ ...STUDENT, education_department_id: departmentId })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      entity: { username: 'nieuw@school.test', first_name: 'Wil', activated: false, roles: ['ROLE_STUDENT'] },
    })
    const user = await kept()
    expect(user).toMatchObject({ education_department_id: departmentId, onboarding_step: 3 })
    expect(user).toMatchObject({ student_number: '2104567', class_group: 'WIS1A' })
    expect(user.activation_nonce).not.toBeNull()
    expect(await letters()).toBe(1)
    expect(await auditTrail(database)).toEqual([`user ${school.users.teacher} created user ${user.id}: `])
    const found = await ask('GET /users/5?search=boer 2104567')
    expect(found.body).toMatchObject({ entities: [{ id: user.id }] })
  })

  test('or for later: nobody is written to, and no link leads there', async () => {
    expect(await add({ ...STUDENT, letter: 'later' })).toMatchObject({ status: 201 })
    expect(await kept()).toMatchObject({ activation_nonce: null, onboarding_step: 2, education_department_id: null })
    expect(await letters()).toBe(0)
    expect((await ask('GET /users/5?letter=none&search=nieuw')).body).toMatchObject({
      entities: [{ invited_until: null }],
    })
  })

  test('an administrator gets no department, number or class group', async () => {
    const wish = { ...STUDENT, role: 'ROLE_ADMIN', education_department_id: school.departmentId }
    expect(await add(wish)).toMatchObject({ status: 201 })
    expect(await kept()).toMatchObject({ roles: 'ROLE_ADMIN', education_department_id: null, student_number: null })
    expect(await kept()).toMatchObject({ class_group: null })
  })

  test('says what is wrong, and whose an address is', async () => {
    const archived = await addDepartment(database, [school.modules.ALG])
    await database.kysely
      .updateTable('education_department')
      .set({ archived: true })
      .where('id', '=', archived)
      .execute()
    await set.user('sam', { student_number: '2104567' })
    const other = { ...STUDENT, student_number: '' }
    for (const [wish, reason] of [
      [{ ...other, username: '' }, 'username-missing'],
      [{ ...other, username: 'nieuw' }, 'username-implausible'],
      [{ ...other, first_name: ' ', last_name: '' }, 'name-missing'],
      [{ ...other, student_number: 'a b!' }, 'student-number-unreadable'],
      [{ ...other, class_group: 'x'.repeat(41) }, 'class-group-too-long'],
      [{ ...other, education_department_id: archived }, 'education-department-unavailable'],
      [{ ...other, education_department_id: 999_999 }, 'education-department-unavailable'],
      [STUDENT, 'student-number-taken'],
    ] as const)
      expect(await add(wish), reason).toMatchObject({ status: 422, body: { reason } })
    expect(await add({ ...other, username: 'NOOR@school.test' })).toMatchObject({
      status: 422,
      body: { reason: 'username-taken', user_id: school.users.noor },
    })
    expect(await letters()).toBe(0)
    expect(await auditTrail(database)).toEqual([])
  })

  test('is no student’s', async () => {
    expect(await add(STUDENT, as.sam)).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
  })

  test('a department is given before onboarding, and not after', async () => {
    const { newcomer, sam, guest } = school.users
    const other = await addDepartment(database, [school.modules.ALG])
    const give = (id: number, department = other) => ask(`PUT /user/${id}/education-department`, { id: department })
    const path = { method: 'PUT', href: `/api/v1/user/${newcomer}/education-department` }
    expect((await ask(`GET /user/${newcomer}`)).body).toMatchObject({
      _links: { edit_education_department: path },
    })
    expect((await ask(`GET /user/${sam}`)).body).not.toMatchObject({
      _links: { edit_education_department: expect.anything() },
    })
    expect(await give(newcomer)).toMatchObject({ status: 200, body: { entity: { id: other } } })
    expect(await as.newcomer(`GET /user/${newcomer}/education-department`)).toMatchObject({
      body: { id: other },
    })
    expect(await auditTrail(database)).toEqual([
      `user ${school.users.teacher} edited user ${newcomer}: education_department_id`,
    ])
    expect(await give(sam)).toMatchObject({ status: 409, body: { reason: 'onboarding-done' } })
    expect(await give(guest)).toMatchObject({ status: 404 })
    expect(await give(newcomer, 999_999)).toMatchObject({ body: { reason: 'education-department-unavailable' } })
  })
})
