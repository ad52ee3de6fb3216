// @module-tag race
import { beforeEach, expect, test } from 'vitest'
import { confirmInformation } from '#contract/onboarding.calls.ts'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { halfway } from '#tests/support/halfway.ts'

describeOnPostgres('while a student confirms', (open) => {
  const { database, school, api, ask, set, add } = openStage(open, { as: 'newcomer', loggedIn: ['newcomer'] })
  let newcomer: number
  beforeEach(async () => {
    newcomer = school.users.newcomer
    await enrollDepartmentAutomatically(database, school.departmentId)
    await offerAutomatically(database, school.moments.open, school.modules.ALG, school.modules.GON)
    await set.user(newcomer, { education_department_id: school.departmentId })
  })

  const confirm = () => ask(`POST /user/${newcomer}/information-check`)
  const row = (module_id: number) => `${newcomer} ${school.moments.open} ${module_id}`
  const own = async () => (await storedEnrollments(database)).filter((stored) => stored.startsWith(`${newcomer} `))
  /** Stops who confirms where the enrollments are written, all of which was decided. */
  const confirming = <Second>(second: () => Promise<Second>) =>
    halfway(database, {
      hold: (trx) => trx.selectFrom('module').select('id').where('id', '=', school.modules.GON).forUpdate().execute(),
      first: confirm,
      second,
    })
  const changeDepartment = (id: number) => () => ask(`PUT /user/${newcomer}/education-department`, { id })

  test('and confirms again: the enrollments are made once, and both calls succeed', async () => {
    const replies = await confirming(confirm)
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const made = replies.map(({ body }) => confirmInformation.reply.parse(body).enrollments_made)
    expect(made.toSorted()).toEqual([0, 2])
    expect(await own()).toHaveLength(2)
  })

  test('the last seat is theirs, and nobody else finds it', async () => {
    await set.moment('open', { seats: 1 })
    const sam = (await api.logIn('sam@school.test')).token
    const place = { testmoment_id: school.moments.open, module_id: school.modules.ALG }
    const body = { user_id: school.users.sam, ...place }
    const [confirmed, enrolled] = await confirming(() => api.ask('POST /enrollment', { token: sam, body }))
    expect(confirmed).toMatchObject({ status: 200, body: { enrollments_made: 2 } })
    expect(enrolled).toMatchObject({ status: 422, body: { reason: 'moment-full' } })
  })

  test('a module that they complete is not enrolled in', async () => {
    const { ALG, GON } = school.modules
    const replies = await confirming(() =>
      ask(`PATCH /user/${newcomer}/modules-completed`, { entities: [{ id: ALG }] }),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await own()).toEqual([row(GON)])
  })

  test('a department that they change comes too late', async () => {
    const other = await add.department(['GON'])
    await enrollDepartmentAutomatically(database, other)
    const [confirmed, changed] = await confirming(changeDepartment(other))
    expect(confirmed).toMatchObject({ status: 200 })
    const { ALG, GON } = school.modules
    expect(changed).toMatchObject({ status: 409, body: { reason: 'onboarding-done' } })
    expect(await own()).toEqual([row(ALG), row(GON)])
  })

  test('after they changed their department, the new one is what they are enrolled by', async () => {
    const other = await add.department(['GON'])
    await enrollDepartmentAutomatically(database, other)
    const [changed, confirmed] = await halfway(database, {
      hold: (trx) => trx.selectFrom('education_department').select('id').where('id', '=', other).forUpdate().execute(),
      first: changeDepartment(other),
      second: confirm,
    })
    expect([changed.status, confirmed.status]).toEqual([200, 200])
    expect(await own()).toEqual([row(school.modules.GON)])
  })

  test('a module that a teacher switches on is theirs', async () => {
    const teacher = (await api.logIn('teacher@school.test')).token
    const { STA } = school.modules
    const body = { entities: [{ id: STA, auto_enroll: true }] }
    const [confirmed, switched] = await confirming(() =>
      api.ask(`PATCH /testmoment/${school.moments.open}/modules`, { token: teacher, body }),
    )
    expect([confirmed.status, switched.status]).toEqual([200, 200])
    expect(await own()).toContain(row(STA))
  })
})
