// @module-tag race
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { replaceDepartmentModulesSchemas } from '#contract/education-department.schema.ts'
import { editSchoolyearSchemas } from '#contract/schoolyear.schema.ts'
import type { Database } from '#database/engine/open-database.ts'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { addDepartment, addMoment, addYear, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

/** What goes wrong without the locks shows within a few of these. */
const ROUNDS = 15

describeOnEachDatabase('at the same time', (open) => {
  let database: Database
  let school: TestSchool
  let api: TestApi
  let teacher: string
  beforeAll(async () => {
    database = await open()
  })
  const startRound = async () => {
    school = await startTestSchool(database)
    teacher = (await api.logIn('teacher@school.test')).token
  }
  beforeEach(async () => {
    school = await startTestSchool(database)
    api = await startTestApi(database)
  })
  const rounds = async (round: (count: number) => Promise<void>) => {
    for (let count = 0; count < ROUNDS; count++) {
      await startRound()
      await round(count)
    }
  }

  const ask = (operation: string, body: unknown, token = teacher) => api.ask(operation, { token, body })
  const row = (
    user: keyof TestSchool['users'],
    moment: keyof TestSchool['moments'],
    module: keyof TestSchool['modules'],
  ) => `${school.users[user]} ${school.moments[moment]} ${school.modules[module]}`
  const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status)
  const editDepartment = (body: unknown, id = school.departmentId) => ask(`PUT /education-department/${id}`, body)

  test('several school years that are activated leave one active, and each student enrolled there alone', async () => {
    await rounds(async () => {
      await enrollDepartmentAutomatically(database, school.departmentId)
      const years: number[] = []
      for (const name of ['2026-2027', '2027-2028', '2028-2029']) {
        const year = await addYear(database, name, false)
        const moment = await addMoment(database, { schoolyear_id: year, date: '2026-09-10' })
        await offerAutomatically(database, moment, school.modules.ALG)
        years.push(year)
      }
      const replies = await Promise.all(years.map((year) => ask(`PUT /schoolyear/${year}`, { active: true })))
      expect(statuses(replies)).toEqual([200, 200, 200])
      const deactivated = replies.map(({ body }) => editSchoolyearSchemas.reply.parse(body).deactivated?.name)
      const active = await database.kysely.selectFrom('schoolyear').select('name').where('active', '=', true).execute()
      expect([...deactivated, ...active.map(({ name }) => name)].toSorted()).toEqual([
        '2025-2026',
        '2026-2027',
        '2027-2028',
        '2028-2029',
      ])
    })
  })

  test('a student who confirms while their department is switched to automatic is enrolled, whoever was first', async () => {
    await rounds(async () => {
      const { newcomer } = school.users
      await offerAutomatically(database, school.moments.open, school.modules.ALG)
      await database.kysely
        .updateTable('user')
        .set({ education_department_id: school.departmentId })
        .where('id', '=', newcomer)
        .execute()
      const { token } = await api.logIn('newcomer@school.test')
      const replies = await Promise.all([
        api.ask(`POST /user/${newcomer}/information-check`, { token }),
        editDepartment({ auto_enroll: true }),
      ])
      expect(statuses(replies)).toEqual([200, 200])
      const own = (await storedEnrollments(database)).filter((stored) => stored === row('newcomer', 'open', 'ALG'))
      expect(own).toHaveLength(1)
    })
  })

  /** As a teacher does who says yes each time that the numbers have changed. */
  async function takeAway(module: keyof TestSchool['modules'], confirmed = ''): Promise<void> {
    const path = `/education-department/${school.departmentId}/modules`
    const { body: list } = await api.ask(`GET ${path}`, { token: teacher })
    const { entities } = replaceDepartmentModulesSchemas.reply.shape.entity.parse(list)
    const kept = { entities: entities.filter(({ id }) => id !== school.modules[module]) }
    const { status, body } = await ask(`PUT ${path}?confirmed=${confirmed}`, kept)
    if (status === 409) return takeAway(module, confirmationIn(body))
    expect(status).toBe(200)
  }

  test('a student who enrols in a module that their department loses does not keep it', async () => {
    await rounds(async () => {
      const { token } = await api.logIn('sam@school.test')
      const place = { user_id: school.users.sam, testmoment_id: school.moments.open, module_id: school.modules.ALG }
      const [enrolled] = await Promise.all([ask('POST /enrollment', place, token), takeAway('ALG')])
      expect([201, 422]).toContain(enrolled.status)
      expect(await storedEnrollments(database)).toEqual([])
    })
  })

  test('a student who switches to a department that gains a module is enrolled in it, whoever was first', async () => {
    await rounds(async () => {
      const economy = await addDepartment(database, [school.modules.GON])
      await enrollDepartmentAutomatically(database, economy)
      await offerAutomatically(database, school.moments.open, school.modules.ELSEWHERE)
      const { token } = await api.logIn('sam@school.test')
      const replies = await Promise.all([
        ask('POST /department-switch', { user_id: school.users.sam, department_id: economy }, token),
        ask(`PATCH /education-department/${economy}/modules`, { entities: [{ id: school.modules.ELSEWHERE }] }),
      ])
      expect(statuses(replies)).toEqual([200, 200])
      expect(await storedEnrollments(database)).toEqual([row('sam', 'open', 'ELSEWHERE')])
    })
  })

  test('a student who enrols in a module that they lose by a switch does not keep it', async () => {
    await rounds(async () => {
      const economy = await addDepartment(database, [school.modules.GON])
      const { token } = await api.logIn('sam@school.test')
      const place = { user_id: school.users.sam, testmoment_id: school.moments.open, module_id: school.modules.ALG }
      const [enrolled, switched] = await Promise.all([
        ask('POST /enrollment', place, token),
        ask('POST /department-switch', { user_id: school.users.sam, department_id: economy }, token),
      ])
      expect([201, 422]).toContain(enrolled.status)
      expect(switched.status).toBe(200)
      expect(await storedEnrollments(database)).toEqual([])
    })
  })

  test('of several edits of one version of a department one is done, and the others are told', async () => {
    await rounds(async () => {
      const names = ['een', 'twee', 'drie']
      const replies = await Promise.all(names.map((name) => editDepartment({ name, version: 1 })))
      expect(statuses(replies).toSorted()).toEqual([200, 409, 409])
    })
  })

  test('the same without any school year to lock', async () => {
    await rounds(async () => {
      await database.kysely.deleteFrom('testmoment').execute()
      await database.kysely.deleteFrom('schoolyear').execute()
      const names = ['een', 'twee', 'drie']
      const replies = await Promise.all(names.map((name) => editDepartment({ name, version: 1 })))
      expect(statuses(replies).toSorted()).toEqual([200, 409, 409])
    })
  })
})

function confirmationIn(body: unknown): string {
  const given = typeof body === 'object' && body !== null && 'confirmation' in body ? body.confirmation : undefined
  if (typeof given !== 'string') throw new Error('a refusal that asks first tells what to confirm')
  return given
}
