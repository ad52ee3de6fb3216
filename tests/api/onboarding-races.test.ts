// @module-tag race
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { lockStudents } from '#api-server/locks/lock-students.ts'
import { enrollAutomatically } from '#api-server/use-cases/enroll-automatically.ts'
import { confirmInformationSchemas } from '#contract/onboarding.schema.ts'
import type { Database } from '#database/engine/open-database.ts'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { addDepartment, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

/** What goes wrong without the locks shows within a few of these. */
const ROUNDS = 15

describeOnEachDatabase('at the same time', (open) => {
  let database: Database
  let school: TestSchool
  let api: TestApi
  let token: string
  let newcomer: number
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
    api = await startTestApi(database)
    token = (await api.logIn('newcomer@school.test')).token
    newcomer = school.users.newcomer
    await enrollDepartmentAutomatically(database, school.departmentId)
    await offerAutomatically(database, school.moments.open, school.modules.ALG, school.modules.GON)
  })

  const startOnboarding = async () => {
    await database.kysely.deleteFrom('enrollment').execute()
    await database.kysely.deleteFrom('completed_module').execute()
    await database.kysely
      .updateTable('user')
      .set({ information_checked: false, education_department_id: school.departmentId })
      .where('id', '=', newcomer)
      .execute()
  }
  const confirm = () => api.ask(`POST /user/${newcomer}/information-check`, { token })
  const mark = (what: 'completed' | 'uncompleted', module_id: number) =>
    api.ask(`PATCH /user/${newcomer}/modules-${what}`, { token, body: { entities: [{ id: module_id }] } })
  const row = (module_id: number, testmoment_id = school.moments.open) => `${newcomer} ${testmoment_id} ${module_id}`
  const rounds = async (round: () => Promise<void>) => {
    for (let count = 0; count < ROUNDS; count++) {
      await startOnboarding()
      await round()
    }
  }

  test('confirming twice makes the enrolments once, and both are told that all is well', async () => {
    await rounds(async () => {
      const replies = await Promise.all([confirm(), confirm(), confirm()])
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
      const made = replies.map(({ body }) => confirmInformationSchemas.reply.parse(body).enrollments_made)
      expect(made.sort()).toEqual([0, 0, 2])
      expect(await storedEnrollments(database)).toHaveLength(2)
    })
  })

  test('a module that is completed while one enrols in it is not enrolled in', async () => {
    const { ALG } = school.modules
    const enroll = (testmoment_id: number) =>
      api.ask('POST /enrollment', { token, body: { user_id: newcomer, testmoment_id, module_id: ALG } })
    await rounds(async () => {
      const replies = await Promise.all([enroll(school.moments.other), mark('completed', ALG), confirm()])
      expect(replies.map(({ status }) => status)).toEqual([expect.toSatisfy(isFine), 200, 200])
      expect(await storedEnrollments(database)).toEqual([row(school.modules.GON)])
    })
  })

  test('a module that is open again while one enrols in it elsewhere is enrolled in once', async () => {
    const { ALG } = school.modules
    await rounds(async () => {
      await mark('completed', ALG)
      await confirm()
      const body = { user_id: newcomer, testmoment_id: school.moments.other, module_id: ALG }
      await Promise.all([mark('uncompleted', ALG), api.ask('POST /enrollment', { token, body })])
      const inAlg = (await storedEnrollments(database)).filter((stored) => stored.endsWith(` ${ALG}`))
      expect(inAlg).toHaveLength(1)
    })
  })

  test('a department that is changed while one confirms is the one enrolled by, or comes too late', async () => {
    const other = await addDepartment(database, [school.modules.GON])
    await enrollDepartmentAutomatically(database, other)
    await rounds(async () => {
      const body = { id: other }
      const [confirmed, changed] = await Promise.all([
        confirm(),
        api.ask(`PUT /user/${newcomer}/education-department`, { token, body }),
      ])
      expect(confirmed.status).toBe(200)
      const { ALG, GON } = school.modules
      const expected = changed.status === 200 ? [row(GON)] : [row(ALG), row(GON)]
      expect(changed.status === 200 ? changed.status : changed.body).toEqual(
        changed.status === 200 ? 200 : { reason: 'onboarding-done' },
      )
      expect(await storedEnrollments(database)).toEqual(expected)
    })
  })

  /** As a teacher's own use case does: the school for itself, then the students, then the change and what comes of it. */
  const switchOn = (module_id: number) =>
    database.transaction(async (trx) => {
      await trx.selectFrom('schoolyear').select('id').orderBy('id').forNoKeyUpdate().execute()
      const students = await trx.selectFrom('user').select('id').where('information_checked', '=', true).execute()
      const userIds = students.map(({ id }) => id)
      await lockStudents(trx, userIds)
      await trx
        .insertInto('testmoment_module')
        .values({ testmoment_id: school.moments.open, module_id, auto_enroll: true })
        .execute()
      await enrollAutomatically(trx, { userIds, moduleIds: new Set([module_id]) }, () => api.clock.now)
    })

  test('a module that a teacher switches on while a student confirms is theirs, whoever was first', async () => {
    await rounds(async () => {
      const { STA } = school.modules
      await database.kysely.deleteFrom('testmoment_module').where('module_id', '=', STA).execute()
      const [confirmed] = await Promise.all([confirm(), switchOn(STA)])
      expect(confirmed.status).toBe(200)
      expect((await storedEnrollments(database)).filter((stored) => stored === row(STA))).toHaveLength(1)
    })
  })
})

/** 200 and 201: enrolled, before it was completed; 422: completed already */
const isFine = (status: number) => [200, 201, 422].includes(status)
