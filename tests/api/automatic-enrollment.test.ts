import { beforeEach, expect, test } from 'vitest'
import { confirmInformation, listAutomaticEnrollments } from '#contract/onboarding.calls.ts'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { divideOverRoom, type Module, type Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('confirming', (open) => {
  const { database, school, api, ask, set, place, add } = openStage(open, { as: 'newcomer' })
  let newcomer: number
  beforeEach(async () => {
    newcomer = school.users.newcomer
    await enrollDepartmentAutomatically(database, school.departmentId)
    await ask(`PUT /user/${newcomer}/education-department`, { id: school.departmentId })
  })

  const offer = (moment: Moment, ...modules: Module[]) =>
    offerAutomatically(database, school.moments[moment], ...modules.map((module) => school.modules[module]))
  const complete = (module: Module) =>
    ask(`PATCH /user/${newcomer}/modules-completed`, { entities: [{ id: school.modules[module] }] })
  const row = (moment: Moment, module: Module, user = newcomer) =>
    `${user} ${school.moments[moment]} ${school.modules[module]}`

  async function preview(): Promise<string[]> {
    const { status, body } = await ask(`GET /user/${newcomer}/automatic-enrollments`)
    expect(status).toBe(200)
    const { entities } = listAutomaticEnrollments.reply.parse(body)
    return entities.map(({ testmoment, module }) => `${newcomer} ${testmoment.id} ${module.id}`)
  }

  /** Confirms, and checks that the preview announced exactly the enrollments that were made. */
  async function confirm(): Promise<string[]> {
    const promised = await preview()
    const before = await storedEnrollments(database)
    const { status, body } = await ask(`POST /user/${newcomer}/information-check`)
    expect(status).toBe(200)
    const made = (await storedEnrollments(database)).slice(before.length)
    expect(confirmInformation.reply.parse(body).enrollments_made).toBe(made.length)
    expect(promised.toSorted()).toEqual(made.toSorted())
    return promised
  }

  test('enrolls a student once in each automatic module, at its earliest moment; the preview names module and moment', async () => {
    await offer('open', 'ALG', 'GON')
    await offer('other', 'ALG', 'STA')
    const { body } = await ask(`GET /user/${newcomer}/automatic-enrollments`)
    expect(listAutomaticEnrollments.reply.parse(body).entities[0]).toEqual({
      testmoment: {
        ...{ id: school.moments.open, date: '2026-03-20', duration: 'day' },
        ...{ location: null, starts_at: null, ends_at: null },
      },
      module: { id: school.modules.ALG, name: 'ALG', description: 'Over ALG' },
    })
    expect(await confirm()).toEqual([row('open', 'ALG'), row('open', 'GON'), row('other', 'STA')])
    const makers = await database.kysely.selectFrom('enrollment').select(['maker', 'maker_id']).distinct().execute()
    expect(makers).toEqual([{ maker: 'automatic', maker_id: null }])
  })

  test('a second time makes and announces no enrollments', async () => {
    await offer('open', 'ALG')
    expect(await confirm()).toHaveLength(1)
    expect(await confirm()).toEqual([])
    await offer('open', 'GON')
    expect(await confirm()).toEqual([])
  })

  test('gives the student one chair at a moment whose students are divided over rooms', async () => {
    await offer('open', 'ALG', 'GON')
    await offer('other', 'STA')
    const room_id = await divideOverRoom(database, { testmomentId: school.moments.open, seats: 1 })
    expect(await confirm()).toHaveLength(3)
    const chair = { testmoment_id: school.moments.open, user_id: newcomer, room_id, seat_number: 1, by_hand: false }
    expect(await database.kysely.selectFrom('chair').selectAll().execute()).toEqual([chair])
  })

  test('also enrolls at moments where enrollment is closed', async () => {
    await offer('closed', 'ALG')
    expect(await confirm()).toEqual([row('closed', 'ALG')])
  })

  test('enrolls in other modules at the next moment once the limit of a moment is reached', async () => {
    await offer('single', 'ALG', 'GON')
    await offer('closed', 'GON')
    expect(await confirm()).toEqual([row('single', 'ALG'), row('closed', 'GON')])
  })

  test('takes no seat at a moment with waiting students but at the next one, reports what is full, and adds nobody to a waiting list', async () => {
    await offer('open', 'ALG', 'GON')
    await offer('other', 'ALG')
    const { open } = school.moments
    await set.moment(open, { seats: 30 })
    const waiting = place('noor', open, 'STA')
    const created_at = new Date(api.clock.now).toISOString()
    await database.kysely
      .insertInto('waiting_entry')
      .values({ ...waiting, created_at })
      .execute()
    const { body } = await ask(`GET /user/${newcomer}/automatic-enrollments`)
    const { without_seat } = listAutomaticEnrollments.reply.parse(body)
    expect(without_seat.map(({ testmoment, module }) => [testmoment.id, module.name])).toEqual([[open, 'GON']])
    expect(await confirm()).toEqual([row('other', 'ALG')])
    expect(await database.kysely.selectFrom('waiting_entry').select('user_id').execute()).toEqual([
      { user_id: school.users.noor },
    ])
  })

  test.for<[why: string, Moment, Module]>([
    ['a past moment', 'past', 'ALG'],
    ['a moment of another year', 'lastYear', 'ALG'],
    ['a module of another department', 'open', 'ELSEWHERE'],
    ['a module out of use', 'open', 'OLD'],
  ])('makes no enrollment for %s', async ([, moment, module]) => {
    await offer(moment, module)
    expect(await confirm()).toEqual([])
  })

  test('makes no enrollment if the moment or the department is not automatic', async () => {
    expect(await preview()).toEqual([])
    await offer('open', 'ALG')
    expect(await preview()).toHaveLength(1)
    await database.kysely.updateTable('education_department').set({ auto_enroll: false }).execute()
    expect(await confirm()).toEqual([])
  })

  test('skips modules that the student has completed, or is enrolled in at any moment', async () => {
    await offer('open', 'ALG', 'GON', 'STA')
    await complete('GON')
    const elsewhere = place(newcomer, 'closing', 'STA')
    const created_at = new Date(api.clock.now).toISOString()
    await database.kysely
      .insertInto('enrollment')
      .values({ ...elsewhere, created_at })
      .execute()
    expect(await confirm()).toEqual([row('open', 'ALG')])
  })

  test('uses the modules of the department that was chosen last', async () => {
    await offer('open', 'ALG', 'GON')
    const other = await add.department(['GON'])
    await enrollDepartmentAutomatically(database, other)
    expect(await preview()).toEqual([row('open', 'ALG'), row('open', 'GON')])
    await ask(`PUT /user/${newcomer}/education-department`, { id: other })
    expect(await confirm()).toEqual([row('open', 'GON')])
  })

  test('changes nothing for other students', async () => {
    await offer('open', 'ALG')
    await add.user({ username: 'other@school.test', education_department_id: school.departmentId })
    expect(await confirm()).toEqual([row('open', 'ALG')])
    expect(await storedEnrollments(database)).toHaveLength(1)
  })

  test('dates the enrollments by the server’s clock', async () => {
    await offer('open', 'ALG')
    api.clock.now += 1_234
    await confirm()
    const { created_at } = await database.kysely.selectFrom('enrollment').selectAll().executeTakeFirstOrThrow()
    expect(created_at).toBe('2026-03-10T09:00:01.234Z')
  })

  test('ends onboarding also without an active school year', async () => {
    await offer('open', 'ALG')
    await database.kysely.updateTable('schoolyear').set({ active: false }).execute()
    expect(await confirm()).toEqual([])
    expect(await ask('GET /user')).toMatchObject({
      body: { information_checked: true },
    })
  })
})
