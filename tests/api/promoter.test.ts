import { beforeAll, expect, test } from 'vitest'
import { startPromoter } from '#api-server/enrollments/waiting/promoter.ts'
import type { Database } from '#database/engine/open-database.ts'
import { storeEnrollments } from '#tests/support/api/enrolled.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import {
  addDepartment,
  addMoment,
  addUser,
  MORNING,
  startTestSchool,
  type TestSchool,
} from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'

const created_at = new Date(MORNING).toISOString()

describeOnEachDatabase('a seat that comes free', (open) => {
  let database: Database
  let school: TestSchool
  let year: number
  let made = 0
  beforeAll(async () => {
    database = await open()
    school = await startTestSchool(database)
    const active = database.kysely.selectFrom('schoolyear').select('id').where('active', '=', true)
    year = (await active.executeTakeFirstOrThrow()).id
  })

  const addStudent = async (education_department_id: number) => {
    const sam = database.kysely.selectFrom('user').select('password_hash').where('id', '=', school.users.sam)
    const { password_hash } = await sam.executeTakeFirstOrThrow()
    made += 1
    const username = `student-${made}@school.test`
    return { username, id: await addUser(database, { username, password_hash, education_department_id }) }
  }
  const addFull = (more = {}) =>
    addMoment(database, { schoolyear_id: year, date: '2026-05-12', enrollments_enabled: true, seats: 1, ...more })
  const wait = (user_id: number, testmoment_id: number, moves = false) =>
    database.kysely
      .insertInto('waiting_entry')
      .values({ user_id, testmoment_id, module_id: school.modules.ALG, moves, created_at })
      .execute()
  const seated = async (testmoment_id: number) => {
    const query = database.kysely.selectFrom('enrollment').select('user_id').where('testmoment_id', '=', testmoment_id)
    return (await query.execute()).map(({ user_id }) => user_id)
  }

  /**
   * Adds two students in a department of their own: one holds the only seat of a moment, with GON; the other waits
   * for it, with ALG.
   */
  async function addPair(more = {}) {
    const { ALG, GON } = school.modules
    const department = await addDepartment(database, [ALG, GON])
    const [moment, holder, waiter] = [await addFull(more), await addStudent(department), await addStudent(department)]
    await storeEnrollments(database, { user_id: holder.id, testmoment_id: moment, module_id: GON })
    const query = database.kysely.selectFrom('enrollment').select('id').where('testmoment_id', '=', moment)
    const { id: enrollment } = await query.executeTakeFirstOrThrow()
    await wait(waiter.id, moment)
    return { moment, holder, waiter, department, enrollment }
  }

  test('goes to a waiting student as soon as the change arrives, in whatever way it came free', async () => {
    const api = await startTestApi(database, { alone: true })
    const { token: teacher } = await api.logIn('teacher@school.test')
    const [first, early] = [await addFull(), await addStudent(school.departmentId)]
    await wait(early.id, first)
    // A free seat from before the start is found when the server starts listening.
    await api.app.listen({ host: '127.0.0.1', port: 0 })
    await eventually(async () => expect(await seated(first)).toEqual([early.id]))

    const ask = async (operation: string, body: object | undefined, token = teacher) => {
      const reply = await api.ask(operation, { token, body })
      const { confirmation } = Object(reply.body)
      const { status } = confirmation ? await api.ask(`${operation}?confirmed=${confirmation}`, { token, body }) : reply
      expect([200, 201], `${operation}: ${JSON.stringify(reply.body)}`).toContain(status)
    }
    const { ALG, GON } = school.modules
    const onlyAlg = { entities: [{ id: ALG }] }
    const elsewhere = await addDepartment(database, [ALG])
    type Pair = Awaited<ReturnType<typeof addPair>>
    const own = async ({ username }: Pair['holder']) => (await api.logIn(username)).token
    const edit = (moment: number, fields: object) => ask(`PUT /schoolyear/${year}/testmoment/${moment}`, fields)

    const acts: Record<string, (pair: Pair) => Promise<unknown>> = {
      leaving: async ({ enrollment, holder }) => ask(`DELETE /enrollment/${enrollment}`, undefined, await own(holder)),
      'a teacher’s unenrolling': ({ enrollment }) => ask(`DELETE /enrollment/${enrollment}`, undefined),
      moving: ({ enrollment }) => ask(`POST /enrollment/${enrollment}/move`, { testmoment_id: school.moments.other }),
      completing: async ({ holder }) =>
        ask(`PATCH /user/${holder.id}/modules-completed`, { entities: [{ id: GON }] }, await own(holder)),
      'a department switch': async ({ holder }) =>
        ask('POST /department-switch', { user_id: holder.id, department_id: elsewhere }, await own(holder)),
      'deletion of a student': ({ holder }) => ask(`DELETE /user/${holder.id}`, undefined),
      'more seats': ({ moment }) => edit(moment, { seats: 2 }),
      'no limit any more': ({ moment }) => edit(moment, { seats: 0 }),
      'a department’s lost module': ({ department }) => ask(`PUT /education-department/${department}/modules`, onlyAlg),
      'a moment’s lost module': ({ moment }) => ask(`PUT /testmoment/${moment}/modules`, onlyAlg),
    }
    for (const [act, run] of Object.entries(acts)) {
      const pair = await addPair()
      await run(pair)
      const isSeated = async () => expect(await seated(pair.moment), act).toContain(pair.waiter.id)
      await eventually(isSeated)
    }

    const opened = await addPair({ enrollments_enabled: false, seats: 2 })
    await edit(opened.moment, { enrollments_enabled: true })
    await eventually(async () => expect(await seated(opened.moment)).toContain(opened.waiter.id))

    const [from, to] = [await addPair(), await addPair()]
    await storeEnrollments(database, { user_id: to.waiter.id, testmoment_id: from.moment, module_id: ALG })
    await database.kysely
      .updateTable('waiting_entry')
      .set({ moves: true })
      .where('testmoment_id', '=', to.moment)
      .execute()
    await ask(`DELETE /enrollment/${from.enrollment}`, undefined)
    await ask(`DELETE /enrollment/${to.enrollment}`, undefined)
    await eventually(async () => expect(await seated(from.moment)).toEqual([from.waiter.id]))
    expect(await seated(to.moment)).toEqual([to.waiter.id])
  })

  test('is found by looking too, also after the database was away, and by nobody once it is stopped', async () => {
    const warnings: unknown[] = []
    let isAway = true
    const away: Database = {
      ...database,
      transaction: (work) => (isAway ? Promise.reject(new Error('away')) : database.transaction(work)),
    }
    const promoter = startPromoter({
      database: away,
      clock: () => MORNING,
      log: { warn: (...of: unknown[]) => warnings.push(of) },
      poll: 5,
    })
    const { moment, enrollment, waiter } = await addPair()
    await database.kysely.deleteFrom('enrollment').where('id', '=', enrollment).execute()
    await eventually(() => expect(warnings).toHaveLength(1))
    isAway = false
    await eventually(async () => expect(await seated(moment)).toEqual([waiter.id]))
    await promoter.stop()
    const [late, student] = [await addFull(), await addStudent(school.departmentId)]
    await wait(student.id, late)
    promoter.missed()
    await promoter.stop()
    expect([await seated(late), warnings.length]).toEqual([[], 1])
  })
})
