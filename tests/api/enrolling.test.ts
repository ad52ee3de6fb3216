import { expect, test } from 'vitest'
import { createEnrollment } from '#contract/enrollments.calls.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Module, Moment, User } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('POST /enrollment', (open) => {
  const { database, school, api, as, complete, set, place } = openStage(open)

  const wish = (moment: Moment, module: Module, user: User = 'sam') => place(user, moment, module)
  const enroll = (moment: Moment, module: Module) => as.sam('POST /enrollment', wish(moment, module))
  const stored = () =>
    database.kysely.selectFrom('enrollment').select(['user_id', 'testmoment_id', 'module_id']).orderBy('id').execute()

  test('a new enrollment is answered 201, stored, and can be ended by its link', async () => {
    const { status, body } = await enroll('open', 'ALG')
    expect(status).toBe(201)
    const { entity } = createEnrollment.reply.parse(body)
    expect(entity).toMatchObject({ ...wish('open', 'ALG'), module_name: 'ALG', created_at: '2026-03-10T09:00:00.000Z' })
    expect(entity._links.delete).toEqual({ method: 'DELETE', href: `/api/v1/enrollment/${entity.id}` })
    expect(await stored()).toEqual([wish('open', 'ALG')])
  })

  test('repeating it is answered 200 with the same enrollment', async () => {
    const first = createEnrollment.reply.parse((await enroll('open', 'ALG')).body)
    api.clock.now += 60_000
    const { status, body } = await enroll('open', 'ALG')
    expect({ status, body }).toEqual({ status: 200, body: first })
    expect(await stored()).toHaveLength(1)
  })

  test('a repetition is answered 200 also after the closing, without a link to leave', async () => {
    await enroll('open', 'ALG')
    await close('open')
    const { status, body } = await enroll('open', 'ALG')
    expect(status).toBe(200)
    expect(createEnrollment.reply.parse(body).entity._links).not.toHaveProperty('delete')
  })

  test.for<[reason: string, Moment, Module]>([
    ['schoolyear-inactive', 'lastYear', 'ALG'],
    ['testmoment-past', 'past', 'ALG'],
    ['enrollments-closed', 'closed', 'ALG'],
    ['module-unavailable', 'open', 'OLD'],
    ['module-unavailable', 'open', 'ELSEWHERE'],
    ['module-unavailable', 'listed', 'GON'],
  ])('%s: %s, %s', async ([reason, moment, module]) => {
    expect(await enroll(moment, module)).toMatchObject({ status: 422, body: { reason } })
    expect(await stored()).toEqual([])
  })

  test('a moment that lists a module offers it', async () => {
    expect(await enroll('listed', 'ALG')).toMatchObject({ status: 201 })
  })

  test('module-completed', async () => {
    await complete('sam', 'ALG')
    expect(await enroll('open', 'ALG')).toMatchObject({ status: 422, body: { reason: 'module-completed' } })
    expect(await enroll('open', 'GON')).toMatchObject({ status: 201 })
  })

  test('existing-enrollment: the module is taken at another current moment; the reply names it, and why not to move', async () => {
    await enroll('open', 'ALG')
    const testmoment = await database.kysely
      .selectFrom('testmoment')
      .select(['date', 'duration'])
      .where('id', '=', school.moments.open)
      .executeTakeFirstOrThrow()
    const refused = (obstacle: object | null) => ({
      status: 422,
      body: { reason: 'existing-enrollment', held: { testmoment, obstacle } },
    })
    expect(await enroll('other', 'ALG')).toMatchObject(refused(null))
    await close('open')
    expect(await enroll('other', 'ALG')).toMatchObject(refused({ half: 'leaving', refusal: 'enrollments-closed' }))
    expect(await enroll('other', 'GON')).toMatchObject({ status: 201 })
  })

  test('an enrollment of the past, or of a year that is over, is no obstacle', async () => {
    const created_at = '2026-02-01T09:00:00.000Z'
    await database.kysely
      .insertInto('enrollment')
      .values([
        { ...wish('past', 'ALG'), created_at },
        { ...wish('lastYear', 'ALG'), created_at },
      ])
      .execute()
    expect(await enroll('open', 'ALG')).toMatchObject({ status: 201 })
  })

  test('no-slots-left: the limit is per student and moment', async () => {
    await enroll('single', 'ALG')
    expect(await enroll('single', 'GON')).toMatchObject({ status: 422, body: { reason: 'no-slots-left' } })
    expect(await as.noor('POST /enrollment', wish('single', 'GON', 'noor'))).toMatchObject({ status: 201 })
  })

  test('a planned closing refuses from its very millisecond on, although nobody has turned the flag off', async () => {
    api.clock.now = Date.parse('2026-03-10T11:59:59.999Z')
    expect(await enroll('closing', 'ALG')).toMatchObject({ status: 201 })
    api.clock.now += 1
    expect(await enroll('closing', 'GON')).toMatchObject({ status: 422, body: { reason: 'enrollments-closed' } })
  })

  test('a student without a department is offered nothing', async () => {
    const newcomer = await api.logIn('newcomer@school.test')
    const body = wish('open', 'ALG', 'newcomer')
    expect(await api.ask('POST /enrollment', { token: newcomer.token, body })).toMatchObject({
      status: 422,
      body: { reason: 'module-unavailable' },
    })
  })

  test('a student who chose a department but has not confirmed yet is offered nothing: onboarding comes first', async () => {
    const values = { information_checked: false }
    await set.user('sam', values)
    expect(await enroll('open', 'ALG')).toMatchObject({ status: 422, body: { reason: 'module-unavailable' } })
    expect(await stored()).toEqual([])
  })

  test('a test moment that does not exist is not found, a module that does not exist is unavailable', async () => {
    const none = 2_147_483_647
    const ask = (body: object) => as.sam('POST /enrollment', body)
    expect(await ask({ ...wish('open', 'ALG'), testmoment_id: none })).toMatchObject({ status: 404 })
    expect(await ask({ ...wish('open', 'ALG'), module_id: none })).toMatchObject({
      status: 422,
      body: { reason: 'module-unavailable' },
    })
  })

  test('an administrator enrolls a student also when closed, and within every other rule', async () => {
    const teacher = await api.logIn('teacher@school.test')
    const ask = (moment: Moment, module: Module) =>
      api.ask('POST /enrollment', { token: teacher.token, body: wish(moment, module) })
    const { status, body } = await ask('closed', 'ALG')
    expect(status).toBe(201)
    expect(createEnrollment.reply.parse(body).entity._links.delete).toBeDefined()
    expect(await ask('past', 'GON')).toMatchObject({ status: 422, body: { reason: 'testmoment-past' } })
    expect(await ask('single', 'GON')).toMatchObject({ status: 201 })
    expect(await ask('single', 'STA')).toMatchObject({ status: 422, body: { reason: 'no-slots-left' } })
  })

  test('only students can be enrolled: nothing is offered to a teacher or a guest, and nobody is not found', async () => {
    const teacher = await api.logIn('teacher@school.test')
    const ask = (user_id: number) =>
      api.ask('POST /enrollment', { token: teacher.token, body: { ...wish('open', 'ALG'), user_id } })
    for (const user of ['teacher', 'guest'] as const)
      expect(await ask(school.users[user])).toMatchObject({ status: 422, body: { reason: 'module-unavailable' } })
    expect(await ask(2_147_483_647)).toMatchObject({ status: 404 })
  })

  const close = (moment: Moment) => set.moment(moment, { enrollments_enabled: false })
})
