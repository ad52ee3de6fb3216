import { beforeEach, expect, test } from 'vitest'
import { openStage } from '#tests/support/api/stage.ts'
import { PASSWORD, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnSqlite } from '#tests/support/databases.ts'

/** The owner comes last: the callers before must not have changed anything. */
const CALLERS = ['nobody', 'deactivated', 'noor', 'guest', 'teacher', 'newcomer'] as const
type Statuses = Record<(typeof CALLERS)[number], number>

const strangers = { nobody: 401, deactivated: 401, noor: 403, guest: 403 }
/** The student themselves is the newcomer. */
const own: Statuses = { ...strangers, newcomer: 200, teacher: 403 }
const ownMade: Statuses = { ...own, newcomer: 201 }
const ownOrAdministrator: Statuses = { ...own, teacher: 200 }
/** Others do not learn whose login it is. */
const hidden: Statuses = { nobody: 401, deactivated: 401, newcomer: 200, noor: 404, guest: 404, teacher: 404 }
/** Only a colleague does so. */
const byColleague: Statuses = { ...strangers, newcomer: 403, teacher: 200 }
const everyone: Statuses = { nobody: 401, deactivated: 401, newcomer: 200, noor: 200, guest: 200, teacher: 200 }

const chosen = { password: 'gradenboog-liniaal-4', password_repeat: 'gradenboog-liniaal-4' }

/** With all that the operation needs, so that nothing but who asks can be what is refused. */
const rows: [operation: string, statuses: Statuses, body?: (school: TestSchool) => unknown][] = [
  ['PUT /user/:id', ownOrAdministrator, () => ({ first_name: 'Nina', last_name: 'Kok' })],
  ['GET /user/:id/education-department', ownOrAdministrator],
  ['GET /user/:id/enrollments/20', ownOrAdministrator],
  ['PUT /user/:id/education-department', ownOrAdministrator, ({ departmentId }) => ({ id: departmentId })],
  ['PATCH /user/:id/modules-completed', own, ({ modules }) => ({ entities: [{ id: modules.ALG }] })],
  ['PATCH /user/:id/modules-uncompleted', ownOrAdministrator, ({ modules }) => ({ entities: [{ id: modules.ALG }] })],
  ['GET /user/:id/automatic-enrollments', own],
  ['POST /user/:id/information-check', own],
  ['GET /user/:id/sessions', own],
  ['PUT /user/:id/password', own, () => ({ current_password: PASSWORD, ...chosen })],
  ['DELETE /session/:session', hidden],
  ['GET /user/:id/data', own],
  ['GET /user/:id/calendar-feed', own],
  ['POST /user/:id/calendar-feed', ownMade],
  ['DELETE /user/:id/calendar-feed', own],
  // nobody here is enrolled at that moment
  ['POST /user/:id/door-code', { ...own, newcomer: 404 }, ({ moments }) => ({ testmoment_id: moments.open })],
  ['GET /user/:id/confirmation-letters', own],
  ['PUT /user/:id/confirmation-letters', own, () => ({ wanted: true })],
  ['GET /user/:id/login_methods', ownOrAdministrator],
  ['POST /user/:id/passkeys/options', own],
  ['POST /user/:id/passkeys', { ...own, newcomer: 422 }, () => ({ name: 'Telefoon', passkey: {} })],
  ['POST /user/:id/totp/begin', own],
  ['POST /user/:id/totp', { ...own, newcomer: 422 }, () => ({ code: '123456' })],
  ['DELETE /user/:id/totp', { ...own, newcomer: 404 }],
  ['POST /user/:id/recovery_codes', { ...own, newcomer: 404 }],
  ['DELETE /user/:id/second_factor', byColleague],
  ['GET /education-departments', everyone],
]

/** Permissions are decided before the database is asked for more than the caller, so one engine is enough. */
describeOnSqlite('what is one’s own', (open) => {
  const { database, school, api, as, set } = openStage(open)
  beforeEach(async () => {
    await set.user('newcomer', { education_department_id: school.departmentId })
  })

  async function tokenOf(caller: (typeof CALLERS)[number]): Promise<string | undefined> {
    if (caller === 'nobody') return undefined
    if (caller !== 'deactivated') return (await api.logIn(`${caller}@school.test`)).token
    const token = await as.sam.token()
    await set.user('sam', { activated: false })
    return token
  }

  async function sessionOfNewcomer(): Promise<number> {
    await api.logIn('newcomer@school.test')
    const { id } = await database.kysely
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', school.users.newcomer)
      .executeTakeFirstOrThrow()
    return id
  }

  test.for(['automatic-enrollments', 'confirmation-letters', 'calendar-feed'])(
    'and a student’s is nothing that a teacher has: %s',
    async (what) => {
      const token = await tokenOf('teacher')
      expect(await api.ask(`GET /user/${school.users.teacher}/${what}`, { token })).toMatchObject({ status: 404 })
    },
  )

  test.for(rows)('%s', async ([operation, statuses, body]) => {
    const session = await sessionOfNewcomer()
    const path = operation.replace(':id', String(school.users.newcomer)).replace(':session', String(session))
    for (const caller of CALLERS) {
      const token = await tokenOf(caller)
      const { status } = await api.ask(path, { ...(token && { token }), ...(body && { body: body(school) }) })
      expect(status, `asked by ${caller}`).toBe(statuses[caller])
    }
  })
})
