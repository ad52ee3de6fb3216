import { sql, type Transaction } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'

/** One of two is stopped halfway by a lock on a row that only it needs, while the other comes along. */
describeOnPostgres('who comes while another is halfway', (open) => {
  let database: Database
  let school: TestSchool
  let api: TestApi
  let token: string
  let sam: number
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
    api = await startTestApi(database)
    token = (await api.logIn('sam@school.test')).token
    sam = school.users.sam
  })

  const place = (moment: keyof TestSchool['moments'], module: keyof TestSchool['modules']) => ({
    user_id: sam,
    testmoment_id: school.moments[moment],
    module_id: school.modules[module],
  })
  const enroll = (...where: Parameters<typeof place>) => api.ask('POST /enrollment', { token, body: place(...where) })
  const mark = (what: 'completed' | 'uncompleted', ...modules: (keyof TestSchool['modules'])[]) =>
    api.ask(`PATCH /user/${sam}/modules-${what}`, {
      token,
      body: { entities: modules.map((module) => ({ id: school.modules[module] })) },
    })

  /** Holds a row while `first` runs into it and `second` comes after; both are let go once both wait. */
  async function halfway<First, Second>(
    hold: (trx: Transaction<Tables>) => Promise<unknown>,
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ): Promise<[First, Second]> {
    const replies = await database.transaction(async (trx) => {
      await hold(trx)
      const one = first()
      await untilWaiting(1)
      const other = second()
      await untilWaiting(2)
      return [one, other] as const
    })
    return Promise.all(replies)
  }

  async function untilWaiting(count: number): Promise<void> {
    const query = sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    for (let waiting = 0; waiting < count; ) waiting = (await query.execute(database.kysely)).rows.length
  }

  test('to enrol in a module that is being completed finds it completed', async () => {
    await enroll('open', 'GON')
    const [completed, enrolled] = await halfway(
      (trx) => trx.selectFrom('enrollment').select('id').forUpdate().execute(),
      () => mark('completed', 'ALG', 'GON'),
      () => enroll('other', 'ALG'),
    )
    expect(completed).toMatchObject({ status: 200, body: { enrollments_deleted: 1 } })
    expect(enrolled).toMatchObject({ status: 422, body: { reason: 'module-completed' } })
    expect(await storedEnrollments(database)).toEqual([])
  })

  test('to enrol at a moment where one is being enrolled automatically finds the slot taken', async () => {
    await enrollDepartmentAutomatically(database, school.departmentId)
    await offerAutomatically(database, school.moments.single, school.modules.ALG)
    await database.kysely
      .insertInto('testmoment_module')
      .values({ testmoment_id: school.moments.single, module_id: school.modules.GON })
      .execute()
    await mark('completed', 'ALG')
    const [reopened, enrolled] = await halfway(
      (trx) => trx.selectFrom('module').select('id').where('id', '=', school.modules.ALG).forUpdate().execute(),
      () => mark('uncompleted', 'ALG'),
      () => enroll('single', 'GON'),
    )
    expect(reopened).toMatchObject({ status: 200, body: { enrollments_made: 1 } })
    expect(enrolled).toMatchObject({ status: 422, body: { reason: 'no-slots-left' } })
    expect(await storedEnrollments(database)).toHaveLength(1)
  })
})
