// @module-tag pooled
// @module-tag engine
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeskRequest } from '#api-server/enrollments/desk/decide.ts'
import { lockRows, openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import type { Database } from '#database/engine/open-database.ts'
import { addUser, MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('the enrollment desk', (open) => {
  let database: Database
  let school: TestSchool
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
  })

  const clock = () => MORNING
  type Module = keyof TestSchool['modules']
  const enroll = (
    user_id: number,
    moment: keyof TestSchool['moments'] = 'open',
    module: Module = 'ALG',
  ): DeskRequest => ({
    wish: 'enroll',
    user_id,
    testmoment_id: school.moments[moment],
    module_id: school.modules[module],
    by: 'student',
  })
  const addStudents = async (count: number) => {
    const ids: number[] = []
    for (let n = 0; n < count; n++)
      ids.push(
        await addUser(database, { username: `extra-${n}@school.test`, education_department_id: school.departmentId }),
      )
    return ids
  }
  const countStored = async () => (await database.kysely.selectFrom('enrollment').select('id').execute()).length

  /** Opens a desk that records how many students each of its transactions locked. */
  const openWatchedDesk = () => {
    const batches: number[] = []
    const desk = openEnrollmentDesk({
      database,
      clock,
      lock: async (trx, scope) => {
        batches.push(scope.userIds.length)
        await lockRows(trx, scope)
      },
    })
    return { desk, batches }
  }

  test('handles requests that arrive together in one transaction, at most 256 at a time', async () => {
    const students = await addStudents(260)
    const { desk, batches } = openWatchedDesk()
    await Promise.all(students.map((id) => desk.handle(enroll(id))))
    expect(batches).toEqual([256, 4])
    expect(await countStored()).toBe(260)
  })

  test('handles requests that arrive while a transaction runs in the next one', async () => {
    const [first = 0, ...others] = await addStudents(4)
    const batches: number[] = []
    const later: Promise<unknown>[] = []
    const desk = openEnrollmentDesk({
      database,
      clock,
      lock: async (trx, scope) => {
        batches.push(scope.userIds.length)
        if (batches.length === 1) later.push(...others.map((id) => desk.handle(enroll(id))))
        await lockRows(trx, scope)
      },
    })
    await desk.handle(enroll(first))
    await Promise.all(later)
    expect(batches).toEqual([1, 3])
  })

  test('a row that the database refuses fails alone', async () => {
    const students = await addStudents(8)
    const poison = students[5] ?? 0
    const desk = openEnrollmentDesk({
      database,
      clock,
      lock: async (trx, scope) => {
        await lockRows(trx, scope)
        if (scope.userIds.includes(poison)) throw new Error('refused by the database')
      },
    })
    const outcomes = await Promise.allSettled(students.map((id) => desk.handle(enroll(id))))
    expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(students.map((id) => id === poison))
    expect(await countStored()).toBe(7)
  })

  test('a database that is gone is not asked again for each half', async () => {
    let asked = 0
    const gone: Database = {
      ...database,
      transaction: async () => {
        asked += 1
        throw new Error('gone')
      },
      isUnavailable: () => true,
    }
    const desk = openEnrollmentDesk({ database: gone, clock })
    const outcomes = await Promise.allSettled(
      [school.users.sam, school.users.noor].map((id) => desk.handle(enroll(id))),
    )
    expect(outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    expect(asked).toBe(1)
  })

  test('a database that is gone is gone for those too who wait behind, and not for who comes after', async () => {
    const gone = new Error('gone')
    let asked = 0
    const fails: Database = {
      ...database,
      isUnavailable: (error) => error === gone || database.isUnavailable(error),
      transaction: async (work) => {
        asked += 1
        if (asked === 1) throw gone
        return database.transaction(work)
      },
    }
    const desk = openEnrollmentDesk({ database: fails, clock })
    const students = await addStudents(250)
    const outcomes = await Promise.allSettled(students.map((id) => desk.handle(enroll(id))))
    expect(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason === gone)).toBe(true)
    expect(asked).toBe(1)
    expect(await desk.handle(enroll(school.users.sam))).toMatchObject({ created: true })
  })

  test('2,000 may wait, and the next is asked to come back', async () => {
    const { sam } = school.users
    const { desk } = openWatchedDesk()
    const waiting = Array.from({ length: 2_000 }, () => desk.handle(enroll(sam)))
    await expect(desk.handle(enroll(sam))).rejects.toMatchObject({ reason: 'unavailable', retryAfter: 1 })
    const answers = await Promise.all(waiting)
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(await desk.handle(enroll(sam))).toMatchObject({ created: false })
  })

  test.for(['transaction', 'locks'] as const)(
    'a closing that comes while it waits for its %s refuses: what time it is is asked behind them',
    async (wait) => {
      const closing = Date.parse('2026-03-10T12:00:00.000Z')
      let now = closing - 1
      const closesMeanwhile = (what: typeof wait) => {
        if (what === wait) now = closing
      }
      const desk = openEnrollmentDesk({
        database: {
          ...database,
          transaction: (work) => {
            closesMeanwhile('transaction')
            return database.transaction(work)
          },
        },
        clock: () => now,
        lock: async (trx, scope) => {
          await lockRows(trx, scope)
          closesMeanwhile('locks')
        },
      })
      await expect(desk.handle(enroll(school.users.sam, 'closing'))).rejects.toMatchObject({
        reason: 'enrollments-closed',
      })
      expect(await countStored()).toBe(0)
    },
  )

  test('a double tap in one batch makes one enrollment, and both get the same reply', async () => {
    const { desk, batches } = openWatchedDesk()
    const tap = () => desk.handle(enroll(school.users.sam))
    const [first, second] = await Promise.all([tap(), tap()])
    expect(batches).toEqual([1])
    expect(first.created).toBe(true)
    expect(second).toEqual({ ...first, created: false })
  })

  test('two devices race for the last slot: one gets it', async () => {
    const { desk } = openWatchedDesk()
    const outcomes = await Promise.allSettled(
      (['ALG', 'GON'] as const).map((module) => desk.handle(enroll(school.users.sam, 'single', module))),
    )
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { reason: 'no-slots-left' } },
    ])
    expect(await countStored()).toBe(1)
  })

  test('a student who unenrolls frees the slot for a later one in the same batch', async () => {
    const { desk, batches } = openWatchedDesk()
    const { sam } = school.users
    const { enrollment } = await desk.handle(enroll(sam, 'single', 'ALG'))
    const { id, ...place } = enrollment
    const [left, taken] = await Promise.all([
      desk.handle({ wish: 'unenroll', enrollment_id: id, by: 'student', ...place }),
      desk.handle(enroll(sam, 'single', 'GON')),
    ])
    expect(batches).toEqual([1, 1])
    expect(left.enrollment.id).toBe(id)
    expect(taken.created).toBe(true)
    expect(await countStored()).toBe(1)
  })

  test('a student who unenrolls and enrolls again in one batch has a new enrollment', async () => {
    const { desk } = openWatchedDesk()
    const { sam } = school.users
    const { id, ...place } = (await desk.handle(enroll(sam))).enrollment
    const [, again] = await Promise.all([
      desk.handle({ wish: 'unenroll', enrollment_id: id, by: 'student', ...place }),
      desk.handle(enroll(sam)),
    ])
    expect(again.created).toBe(true)
    expect(again.enrollment.id).not.toBe(id)
    expect(await countStored()).toBe(1)
  })

  test('a batch of many students, moments and modules gives each their own answer', async () => {
    const { desk, batches } = openWatchedDesk()
    const { sam, noor } = school.users
    const outcomes = await Promise.allSettled([
      desk.handle(enroll(sam, 'open', 'ALG')),
      desk.handle(enroll(noor, 'other', 'GON')),
      desk.handle(enroll(sam, 'other', 'ALG')),
      desk.handle(enroll(noor, 'closed', 'STA')),
      desk.handle(enroll(noor, 'listed', 'STA')),
      desk.handle(enroll(sam, 'listed', 'STA')),
    ])
    expect(batches).toEqual([2])
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'created' : outcome.reason.reason))).toEqual([
      'created',
      'created',
      'existing-enrollment',
      'enrollments-closed',
      'module-unavailable',
      'module-unavailable',
    ])
  })
})
