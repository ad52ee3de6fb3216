import { beforeEach, expect, test } from 'vitest'
import { completeModules } from '#contract/modules.calls.ts'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import type { Module, Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('completed modules', (open) => {
  const { database, school, api, as, enroll } = openStage(open)
  let token: Token
  let sam: number
  beforeEach(async () => {
    token = (await api.logIn('sam@school.test')).token
    sam = school.users.sam
  })

  const entities = (modules: Module[]) => ({ entities: modules.map((module) => ({ id: school.modules[module] })) })
  const patch = async (what: 'completed' | 'uncompleted', modules: Module[]) => {
    const reply = await api.ask(`PATCH /user/${sam}/modules-${what}`, { token, body: entities(modules) })
    expect(reply.status).toBe(200)
    const { entity, ...counts } = completeModules.reply.parse(reply.body)
    const done = entity.entities.filter(({ is_completed }) => is_completed).map(({ module }) => module.name)
    return { done, ...counts }
  }
  const complete = (...modules: Module[]) => patch('completed', modules)
  const uncomplete = (...modules: Module[]) => patch('uncompleted', modules)
  const row = (moment: Moment, module: Module) => `${sam} ${school.moments[moment]} ${school.modules[module]}`
  const automatic = async (moment: Moment, ...modules: Module[]) => {
    await enrollDepartmentAutomatically(database, school.departmentId)
    await offerAutomatically(database, school.moments[moment], ...modules.map((module) => school.modules[module]))
  }

  test('are marked and unmarked, as often as one says so', async () => {
    expect(await complete('ALG', 'GON', 'ALG')).toMatchObject({ done: ['ALG', 'GON'] })
    expect(await complete('ALG')).toMatchObject({ done: ['ALG', 'GON'] })
    expect(await uncomplete('ALG')).toMatchObject({ done: ['GON'] })
    expect(await uncomplete('ALG', 'STA')).toEqual({ done: ['GON'], enrollments_deleted: 0, enrollments_made: 0 })
    expect(await complete()).toMatchObject({ done: ['GON'] })
  })

  test('end the current enrollments in them, also where enrollment is closed, and no others', async () => {
    await enroll(sam, 'closed')
    await enroll(sam, 'open', 'GON')
    await enroll(sam, 'past')
    await enroll(sam, 'lastYear')
    expect(await complete('ALG')).toEqual({ done: ['ALG'], enrollments_deleted: 2, enrollments_made: 0 })
    expect(await storedEnrollments(database)).toEqual([row('open', 'GON'), row('past', 'ALG')])
  })

  test('end an enrollment until the moment’s last midnight, and never after it', async () => {
    await enroll(sam, 'open')
    api.clock.now = Date.parse('2026-03-20T23:00:00.000Z')
    token = (await api.logIn('sam@school.test')).token
    expect(await complete('ALG')).toMatchObject({ enrollments_deleted: 0 })
    await uncomplete('ALG')
    api.clock.now -= 1
    expect(await complete('ALG')).toMatchObject({ enrollments_deleted: 1 })
  })

  test('of one student end nothing of another’s, nor do those that are open again', async () => {
    await complete('GON')
    await enroll(sam, 'open')
    const ask = (what: string, modules: Module[]) =>
      as.noor(`PATCH /user/${school.users.noor}/modules-${what}`, entities(modules))
    expect(await ask('completed', ['ALG', 'GON'])).toMatchObject({ body: { enrollments_deleted: 0 } })
    expect(await storedEnrollments(database)).toEqual([row('open', 'ALG')])
    expect(await ask('uncompleted', ['GON'])).toMatchObject({ status: 200 })
    expect(await complete()).toMatchObject({ done: ['GON'] })
  })

  test('that are open again are enrolled in where that is automatic', async () => {
    await automatic('closed', 'ALG', 'GON')
    await complete('ALG')
    expect(await uncomplete('ALG')).toEqual({ done: [], enrollments_deleted: 0, enrollments_made: 1 })
    expect(await storedEnrollments(database)).toEqual([row('closed', 'ALG')])
  })

  test('bring back nothing that the student left in another module, or that was not completed', async () => {
    await automatic('open', 'ALG', 'GON')
    await complete('ALG')
    expect(await uncomplete('GON')).toMatchObject({ enrollments_made: 0 })
    expect(await uncomplete('ALG', 'GON')).toMatchObject({ enrollments_made: 1 })
    expect(await storedEnrollments(database)).toEqual([row('open', 'ALG')])
  })

  test('that are open again keep to the limit', async () => {
    await automatic('single', 'ALG')
    await complete('ALG')
    await enroll(sam, 'single', 'GON')
    expect(await uncomplete('ALG')).toMatchObject({ enrollments_made: 0 })
  })

  test('are only remembered while onboarding: nobody is enrolled before they confirm', async () => {
    await automatic('open', 'ALG')
    const { newcomer } = school.users
    token = (await api.logIn('newcomer@school.test')).token
    await api.ask(`PUT /user/${newcomer}/education-department`, { token, body: { id: school.departmentId } })
    for (const what of ['completed', 'uncompleted'])
      expect(
        await api.ask(`PATCH /user/${newcomer}/modules-${what}`, { token, body: entities(['ALG']) }),
      ).toMatchObject({ status: 200, body: { enrollments_made: 0 } })
    expect(await storedEnrollments(database)).toEqual([])
  })

  test('that nobody knows are refused, and none of the others is marked', async () => {
    const body = { entities: [{ id: school.modules.ALG }, { id: 999_999 }] }
    const refused = { status: 422, body: { reason: 'module-unknown' } }
    expect(await api.ask(`PATCH /user/${sam}/modules-completed`, { token, body })).toMatchObject(refused)
    expect(await api.ask(`PATCH /user/${sam}/modules-uncompleted`, { token, body })).toMatchObject(refused)
    expect(await uncomplete()).toMatchObject({ done: [] })
  })

  test.for([
    undefined,
    {},
    { entities: {} },
    { entities: [1] },
    { entities: [{ id: '1' }] },
    { entities: [{ id: 0 }] },
    { entities: Array.from({ length: 1_001 }, (_, index) => ({ id: index + 1 })) },
  ])('a malformed body is answered 400: %j', async (body) => {
    for (const what of ['completed', 'uncompleted'])
      expect(await api.ask(`PATCH /user/${sam}/modules-${what}`, { token, body })).toMatchObject({
        status: 400,
        body: { reason: 'request-malformed' },
      })
  })

  test('are the student’s own to mark, an administrator’s neither', async () => {
    const [noor, teacher] = [await api.logIn('noor@school.test'), await api.logIn('teacher@school.test')]
    const mark = (what: string, by: { token: Token }) =>
      api.ask(`PATCH /user/${sam}/modules-${what}`, { token: by.token, body: entities(['ALG']) })
    const refused = { status: 403, body: { reason: 'not-yours' } }
    for (const by of [noor, teacher]) expect(await mark('completed', by)).toMatchObject(refused)
    expect(await mark('uncompleted', noor)).toMatchObject(refused)
    expect(await uncomplete()).toMatchObject({ done: [] })
    // Theirs is to take back what results completed, and not this.
    await complete('ALG')
    expect(await mark('uncompleted', teacher)).toMatchObject({ status: 200 })
    expect(await uncomplete()).toMatchObject({ done: ['ALG'] })
  })
})
