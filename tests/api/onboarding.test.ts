import { beforeEach, expect, test } from 'vitest'
import {
  chooseEducationDepartment,
  confirmInformation,
  getUserEducationDepartment,
  listAutomaticEnrollments,
} from '#contract/onboarding.calls.ts'
import { getUser } from '#contract/users.calls.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('onboarding', (open) => {
  const { database, school, api, as, set, add } = openStage(open)
  let token: Token
  beforeEach(async () => {
    token = (await api.logIn('newcomer@school.test')).token
  })

  const path = () => `/user/${school.users.newcomer}`
  const choose = (id: unknown, by = token) => api.ask(`PUT ${path()}/education-department`, { token: by, body: { id } })
  const department = () => api.ask(`GET ${path()}/education-department`, { token })
  const saveNames = () => api.ask(`PUT ${path()}`, { token, body: { first_name: 'Nina', last_name: 'Kok' } })
  const complete = (...ids: number[]) =>
    api.ask(`PATCH ${path()}/modules-completed`, { token, body: { entities: ids.map((id) => ({ id })) } })
  const confirm = () => api.ask(`POST ${path()}/information-check`, { token })
  const user = async () => getUser.reply.parse((await api.ask('GET /user', { token })).body)
  const linkNames = async () => Object.keys((await user())._links).sort()
  const archive = (id: number) =>
    database.kysely.updateTable('education_department').set({ archived: true }).where('id', '=', id).execute()
  const change = (values: { first_name: string; last_name: string }) => set.user('newcomer', values)

  test('remembers the furthest step that was reached, also on another device', async () => {
    expect(await user()).toMatchObject({ onboarding_step: 1, information_checked: false })
    await saveNames()
    expect(await user()).toMatchObject({ onboarding_step: 2 })
    await choose(school.departmentId)
    expect(await user()).toMatchObject({ onboarding_step: 3 })
    await complete()
    expect(await user()).toMatchObject({ onboarding_step: 4 })
    await saveNames()
    await choose(school.departmentId)
    expect(await user()).toMatchObject({ onboarding_step: 4 })
    token = (await api.logIn('newcomer@school.test')).token
    expect(await user()).toMatchObject({ onboarding_step: 4, first_name: 'Nina' })
  })

  test('shows what a teacher made outside the chosen department, and ends it on confirming only', async () => {
    const held = (module_id: number, testmoment_id: number) => ({
      user_id: school.users.newcomer,
      ...{ module_id, testmoment_id, created_at: '2026-03-01T09:00:00.000Z' },
    })
    const { ALG, ELSEWHERE } = school.modules
    await database.kysely
      .insertInto('enrollment')
      .values([held(ALG, school.moments.open), held(ELSEWHERE, school.moments.other)])
      .execute()
    const modulesHeld = async () =>
      (await database.kysely.selectFrom('enrollment').select('module_id').orderBy('id').execute()).map(
        ({ module_id }) => module_id,
      )
    const ended = async () => {
      const { body } = await api.ask(`GET ${path()}/automatic-enrollments`, { token })
      return listAutomaticEnrollments.reply.parse(body).ended.map(({ module }) => module.id)
    }
    expect(await ended()).toEqual([])
    await saveNames()
    await choose(school.departmentId)
    expect(await ended()).toEqual([ELSEWHERE])
    expect(await modulesHeld()).toEqual([ALG, ELSEWHERE])
    expect((await confirm()).status).toBe(200)
    expect(await modulesHeld()).toEqual([ALG])
    expect(await ended()).toEqual([])
  })

  test('un-completing nothing is saving step 3 too', async () => {
    const { status } = await api.ask(`PATCH ${path()}/modules-uncompleted`, { token, body: { entities: [] } })
    expect(status).toBe(200)
    expect(await user()).toMatchObject({ onboarding_step: 4 })
  })

  test('has links to what can be done now, and no others', async () => {
    const always = ['edit', 'history', 'module_statuses', 'modules_completed', 'modules_uncompleted']
    const own = [
      ...['calendar_feed', 'confirmation_letters', 'data', 'education_department', 'enrollments', 'login_methods'],
      ...['messages', 'seats', 'sessions', 'testmoments'],
    ]
    const onboarding = ['automatic_enrollments', 'edit_education_department']
    await change({ first_name: '', last_name: '' })
    expect(await linkNames()).toEqual([...always, ...own, ...onboarding].sort())
    expect(await department()).toMatchObject({ status: 404, body: { reason: 'not-found' } })
    await choose(school.departmentId)
    expect(await linkNames()).toEqual([...always, ...own, ...onboarding].sort())
    expect(await department()).toMatchObject({ status: 200 })
    await saveNames()
    const complete = [...always, ...own, ...onboarding, 'confirm_information']
    expect(await linkNames()).toEqual(complete.sort())
    await confirm()
    expect(await linkNames()).toEqual([...always, ...own, 'department_switch'].sort())
  })

  test('the links lead where they say', async () => {
    await choose(school.departmentId)
    const { _links } = await user()
    for (const link of Object.values(_links)) {
      const body =
        link.method === 'PATCH' ? { entities: [] } : { id: school.departmentId, first_name: 'A', last_name: 'B' }
      const { status } = await api.ask(`${link.method} ${link.href}`, { token, ...(link.method !== 'GET' && { body }) })
      expect(`${link.method} ${link.href} ${status}`).toBe(`${link.method} ${link.href} 200`)
    }
  })

  test('a department can be chosen again and again until all is confirmed', async () => {
    const other = await add.department(['ALG', 'OLD'])
    expect(await department()).toMatchObject({ status: 404, body: { reason: 'not-found' } })
    const chosen = await choose(school.departmentId)
    expect(chosen.status).toBe(200)
    const { entity } = chooseEducationDepartment.reply.parse(chosen.body)
    expect(entity.modules.map(({ name }) => name)).toEqual(['ALG', 'GON', 'STA'])
    expect(getUserEducationDepartment.reply.parse((await department()).body)).toEqual(entity)
    expect(await choose(other)).toMatchObject({
      status: 200,
      body: { entity: { id: other, modules: [{ name: 'ALG' }] } },
    })
    await saveNames()
    await confirm()
    expect(await choose(school.departmentId)).toMatchObject({ status: 409, body: { reason: 'onboarding-done' } })
    expect(await department()).toMatchObject({ status: 200, body: { id: other } })
  })

  test('an unknown or archived department cannot be chosen, but who has one keeps it', async () => {
    const unavailable = { status: 422, body: { reason: 'education-department-unavailable' } }
    expect(await choose(999_999)).toMatchObject(unavailable)
    const other = await add.department(['ALG'])
    await archive(other)
    expect(await choose(other)).toMatchObject(unavailable)
    expect(await department()).toMatchObject({ status: 404 })
    await choose(school.departmentId)
    await archive(school.departmentId)
    expect(await choose(school.departmentId)).toMatchObject({ status: 200 })
    await saveNames()
    expect(await confirm()).toMatchObject({ status: 200 })
  })

  test.for([undefined, null, 'one', 0, -1, 1.5, 2_147_483_648])('a department %j is malformed', async (id) => {
    expect(await choose(id)).toMatchObject({ status: 400, body: { reason: 'request-malformed' } })
  })

  test('needs names and a department before it can be confirmed', async () => {
    const incomplete = { status: 422, body: { reason: 'information-incomplete' } }
    await change({ first_name: '', last_name: '' })
    expect(await confirm()).toMatchObject(incomplete)
    await choose(school.departmentId)
    expect(await confirm()).toMatchObject(incomplete)
    expect(await user()).toMatchObject({ information_checked: false })
    await saveNames()
    const { status, body } = await confirm()
    expect(status).toBe(200)
    const { entity, enrollments_made } = confirmInformation.reply.parse(body)
    expect(entity).toMatchObject({ information_checked: true, onboarding_step: 4, first_name: 'Nina' })
    expect(enrollments_made).toBe(0)
    expect(await user()).toEqual(entity)
  })

  test('confirming again answers the same', async () => {
    await choose(school.departmentId)
    const first = await confirm()
    expect(first.status).toBe(200)
    expect(await confirm()).toMatchObject({ status: 200, body: first.body })
  })

  test('of a student is nobody else’s to do, but for the department, which an administrator may give before', async () => {
    for (const username of ['noor@school.test', 'teacher@school.test']) {
      const other = (await api.logIn(username)).token
      const refused = { status: 403, body: { reason: 'not-yours' } }
      const given = { status: 200, body: { entity: { id: school.departmentId } } }
      const isTeacher = username === 'teacher@school.test'
      expect(await choose(school.departmentId, other)).toMatchObject(isTeacher ? given : refused)
      expect(await api.ask(`POST ${path()}/information-check`, { token: other })).toMatchObject(refused)
      expect(await api.ask(`GET ${path()}/automatic-enrollments`, { token: other })).toMatchObject(refused)
    }
  })

  test('is for students: a teacher finds none of it about themselves', async () => {
    const { teacher: id } = school.users
    const none = { status: 404, body: { reason: 'not-found' } }
    expect(await as.teacher(`POST /user/${id}/information-check`)).toMatchObject(none)
    expect(await as.teacher(`GET /user/${id}/automatic-enrollments`)).toMatchObject(none)
    const body = { id: school.departmentId }
    expect(await as.teacher(`PUT /user/${id}/education-department`, body)).toMatchObject(none)
    const { _links } = getUser.reply.parse((await as.teacher('GET /user')).body)
    expect(Object.keys(_links).sort()).toEqual(['data', 'edit', 'login_methods', 'sessions'])
  })

  test('an administrator sees a student’s department and has no links to what is the student’s own, but to the department and to what results completed', async () => {
    await choose(school.departmentId)
    const { body } = await as.teacher(`GET ${path()}`)
    expect(Object.keys(getUser.reply.parse(body)._links).sort()).toEqual([
      'delete',
      'edit',
      'edit_education_department',
      'education_department',
      'enrollments',
      'history',
      'login_methods',
      'module_statuses',
      'modules_uncompleted',
      'seats',
      'testmoments',
    ])
    const { status } = await as.teacher(`GET ${path()}/education-department`)
    expect(status).toBe(200)
  })
})
