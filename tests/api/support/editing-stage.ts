import { beforeAll, beforeEach, expect } from 'vitest'
import { editTestmoment, getTestmoment } from '#contract/testmoments.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import { emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { emptyOutbox } from '#tests/support/api/enrolled.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'

export const HOUR = 3_600_000
export const at = (offset: number) => new Date(MORNING + offset).toISOString()

type Moment = keyof TestSchool['moments']

/** Before each test: a school and a teacher who edits its test moments. */
export function editingStage(open: () => Promise<Database>) {
  let database: Database
  let school: TestSchool
  let api: TestApi
  let teacher: string
  let year: number
  const logIn = async () => {
    teacher = (await api.logIn('teacher@school.test')).token
  }
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
    await emptyAuditTrail(database)
    await emptyOutbox(database)
    api = await startTestApi(database)
    await logIn()
    const active = database.kysely.selectFrom('schoolyear').select('id').where('active', '=', true)
    year = (await active.executeTakeFirstOrThrow()).id
  })

  const path = (moment: Moment) => `/schoolyear/${year}/testmoment/${school.moments[moment]}`
  const edit = (moment: Moment, body: unknown) => api.ask(`PUT ${path(moment)}`, { token: teacher, body })
  const read = async (moment: Moment) =>
    getTestmoment.reply.parse((await api.ask(`GET ${path(moment)}`, { token: teacher })).body)
  return {
    get database() {
      return database
    },
    get school() {
      return school
    },
    get api() {
      return api
    },
    get teacher() {
      return teacher
    },
    get year() {
      return year
    },
    /** the teacher's token lasts a quarter of an hour */
    wait: async (milliseconds: number) => {
      api.clock.now += milliseconds
      await logIn()
    },
    edit,
    read,
    /**
     * edits the moment; resolves to the moment, which must equal what is read next, and to the effects on enrollments
     */
    edited: async (moment: Moment, body: unknown) => {
      const { status, body: reply } = await edit(moment, body)
      expect(status).toBe(200)
      const { entity, ...effects } = editTestmoment.reply.parse(reply)
      expect(entity).toEqual(await read(moment))
      return { entity, effects }
    },
    /** lines of the audit trail, with the id of the moment in place of each # */
    trail: (moment: Moment, ...changes: string[]) =>
      changes.map((change) => change.replace('#', `testmoment ${school.moments[moment]}:`)),
    byTeacher: (change: string) => `user ${school.users.teacher} ${change}`,
  }
}
