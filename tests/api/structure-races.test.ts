// @module-tag race
import { expect, test } from 'vitest'
import { replaceDepartmentModules } from '#contract/departments.calls.ts'
import { editSchoolyear } from '#contract/schoolyears.calls.ts'
import type { Transaction } from '#database/tables.ts'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addYear, type Module, type Moment, type User } from '#tests/support/api/test-school.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { type Halfway, halfway, holdUser } from '#tests/support/halfway.ts'

/** One of two is halfway, with all that it locks and has read, when the other comes along. */
describeOnPostgres('at the same time', (open) => {
  const { database, school, api, as, set, place, add } = openStage(open, {
    loggedIn: ['teacher', 'sam', 'newcomer'],
  })

  const meet = <First, Second>(how: Halfway<First, Second>) => halfway(database, how)
  const holdRow = (table: 'module' | 'education_department', id: number) => (trx: Transaction) =>
    trx.selectFrom(table).select(`${table}.id`).where(`${table}.id`, '=', id).forUpdate().execute()
  /** Where what a teacher does is recorded. */
  const holdTeacher = (trx: Transaction) => holdUser(school.users.teacher)(trx)
  /** Where somebody is enrolled in it. */
  const holdModule = (module: Module) => holdRow('module', school.modules[module])

  const ask = (operation: string, body: unknown, who: User = 'teacher') => api.ask(operation, { token: as[who], body })
  const row = (user: User, moment: Moment, module: Module) =>
    `${school.users[user]} ${school.moments[moment]} ${school.modules[module]}`
  const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status)
  const editDepartment = (body: unknown) => () => ask(`PUT /education-department/${school.departmentId}`, body)
  const enrollInAlgebra = () => ask('POST /enrollment', place('sam', 'open'), 'sam')
  const switchTo = (department_id: number) => () =>
    ask('POST /department-switch', { user_id: school.users.sam, department_id }, 'sam')

  test('two school years that are activated leave one active', async () => {
    await enrollDepartmentAutomatically(database, school.departmentId)
    const activate = async (name: string) => {
      const year = await addYear(database, name, false)
      const moment = await add.moment({ schoolyear_id: year, date: '2026-09-10' })
      await offerAutomatically(database, moment, school.modules.ALG)
      return () => ask(`PUT /schoolyear/${year}`, { active: true })
    }
    const [first, second] = [await activate('2026-2027'), await activate('2027-2028')]
    const replies = await meet({ hold: holdTeacher, first, second })
    expect(statuses(replies)).toEqual([200, 200])
    const deactivated = replies.map(({ body }) => editSchoolyear.reply.parse(body).deactivated?.name)
    const active = await database.kysely.selectFrom('schoolyear').select('name').where('active', '=', true).execute()
    expect([...deactivated, ...active.map(({ name }) => name)].toSorted()).toEqual([
      '2025-2026',
      '2026-2027',
      '2027-2028',
    ])
  })

  test('a student who confirms while their department is switched to automatic is enrolled', async () => {
    const { newcomer } = school.users
    await offerAutomatically(database, school.moments.open, school.modules.ALG)
    await set.user(newcomer, { education_department_id: school.departmentId })
    const replies = await meet({
      hold: holdModule('ALG'),
      first: editDepartment({ auto_enroll: true }),
      second: () => ask(`POST /user/${newcomer}/information-check`, undefined, 'newcomer'),
    })
    expect(statuses(replies)).toEqual([200, 200])
    expect(await storedEnrollments(database)).toContain(row('newcomer', 'open', 'ALG'))
  })

  /** Removes a module as a teacher does who confirms again each time that the numbers have changed. */
  async function takeAway(module: Module, confirmed = ''): Promise<void> {
    const path = `/education-department/${school.departmentId}/modules`
    const { body: list } = await as.teacher(`GET ${path}`)
    const { entities } = replaceDepartmentModules.reply.shape.entity.parse(list)
    const kept = { entities: entities.filter(({ id }) => id !== school.modules[module]) }
    const { status, body } = await ask(`PUT ${path}?confirmed=${confirmed}`, kept)
    if (status === 409) return takeAway(module, confirmationIn(body))
    expect(status).toBe(200)
  }

  test('a student who is enrolling in a module that their department loses does not keep it', async () => {
    const [enrolled] = await meet({ hold: holdModule('ALG'), first: enrollInAlgebra, second: () => takeAway('ALG') })
    expect([201, 422]).toContain(enrolled.status)
    expect(await storedEnrollments(database)).toEqual([])
  })

  test('a student does not enroll in a module that their department is losing', async () => {
    const [, enrolled] = await meet({ hold: holdTeacher, first: () => takeAway('ALG'), second: enrollInAlgebra })
    expect([201, 422]).toContain(enrolled.status)
    expect(await storedEnrollments(database)).toEqual([])
  })

  test('a student who is switching to a department that gains a module is enrolled in it', async () => {
    const { GON, ELSEWHERE } = school.modules
    const economy = await add.department([GON])
    await enrollDepartmentAutomatically(database, economy)
    await offerAutomatically(database, school.moments.open, GON, ELSEWHERE)
    const replies = await meet({
      hold: holdModule('GON'),
      first: switchTo(economy),
      second: () => ask(`PATCH /education-department/${economy}/modules`, { entities: [{ id: ELSEWHERE }] }),
    })
    expect(statuses(replies)).toEqual([200, 200])
    expect((await storedEnrollments(database)).toSorted()).toEqual(
      [row('sam', 'open', 'GON'), row('sam', 'open', 'ELSEWHERE')].toSorted(),
    )
  })

  test('a student who is enrolling in a module that they lose by a switch does not keep it', async () => {
    const economy = await add.department(['GON'])
    const [enrolled, switched] = await meet({
      hold: holdModule('ALG'),
      first: enrollInAlgebra,
      second: switchTo(economy),
    })
    expect([201, 422]).toContain(enrolled.status)
    expect(switched.status).toBe(200)
    expect(await storedEnrollments(database)).toEqual([])
  })

  test('a student who is switching does not enroll in a module that they lose by it', async () => {
    const economy = await add.department(['GON'])
    const [switched, enrolled] = await meet({
      hold: holdRow('education_department', economy),
      first: switchTo(economy),
      second: enrollInAlgebra,
    })
    expect([201, 422]).toContain(enrolled.status)
    expect(switched.status).toBe(200)
    expect(await storedEnrollments(database)).toEqual([])
  })

  test.for(['with', 'without'])(
    'of two edits of one version of a department one is done and the other refused, %s a school year to lock',
    async (years) => {
      if (years === 'without') {
        await database.kysely.deleteFrom('testmoment').execute()
        await database.kysely.deleteFrom('schoolyear').execute()
      }
      const replies = await meet({
        hold: holdTeacher,
        first: editDepartment({ name: 'een', version: 1 }),
        second: editDepartment({ name: 'twee', version: 1 }),
      })
      expect(statuses(replies).toSorted()).toEqual([200, 409])
    },
  )
})

function confirmationIn(body: unknown): string {
  const given = typeof body === 'object' && body !== null && 'confirmation' in body ? body.confirmation : undefined
  if (typeof given !== 'string') throw new Error('a refusal that asks first tells what to confirm')
  return given
}
