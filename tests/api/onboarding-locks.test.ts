// @module-tag race
import { beforeEach, expect, test } from 'vitest'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Module, Moment } from '#tests/support/api/test-school.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { halfway } from '#tests/support/halfway.ts'

/** One of two is stopped halfway by a lock on a row that only it needs, while the other comes along. */
describeOnPostgres('a transaction that comes while another is halfway', (open) => {
  const { database, school, ask } = openStage(open, { as: 'sam', loggedIn: ['sam'] })
  let sam: number
  beforeEach(async () => {
    sam = school.users.sam
  })

  const place = (moment: Moment, module: Module) => ({
    user_id: sam,
    testmoment_id: school.moments[moment],
    module_id: school.modules[module],
  })
  const enroll = (...where: Parameters<typeof place>) => ask('POST /enrollment', place(...where))
  const mark = (what: 'completed' | 'uncompleted', ...modules: Module[]) =>
    ask(`PATCH /user/${sam}/modules-${what}`, { entities: modules.map((module) => ({ id: school.modules[module] })) })

  test('to enroll in a module that is being completed finds it completed', async () => {
    await enroll('open', 'GON')
    const [completed, enrolled] = await halfway(database, {
      hold: (trx) => trx.selectFrom('enrollment').select('id').forUpdate().execute(),
      first: () => mark('completed', 'ALG', 'GON'),
      second: () => enroll('other', 'ALG'),
    })
    expect(completed).toMatchObject({ status: 200, body: { enrollments_deleted: 1 } })
    expect(enrolled).toMatchObject({ status: 422, body: { reason: 'module-completed' } })
    expect(await storedEnrollments(database)).toEqual([])
  })

  test('to enroll at a moment where one is being enrolled automatically finds the slot taken', async () => {
    await enrollDepartmentAutomatically(database, school.departmentId)
    await offerAutomatically(database, school.moments.single, school.modules.ALG)
    await database.kysely
      .insertInto('testmoment_module')
      .values({ testmoment_id: school.moments.single, module_id: school.modules.GON })
      .execute()
    await mark('completed', 'ALG')
    const [reopened, enrolled] = await halfway(database, {
      hold: (trx) => trx.selectFrom('module').select('id').where('id', '=', school.modules.ALG).forUpdate().execute(),
      first: () => mark('uncompleted', 'ALG'),
      second: () => enroll('single', 'GON'),
    })
    expect(reopened).toMatchObject({ status: 200, body: { enrollments_made: 1 } })
    expect(enrolled).toMatchObject({ status: 422, body: { reason: 'no-slots-left' } })
    expect(await storedEnrollments(database)).toHaveLength(1)
  })
})
