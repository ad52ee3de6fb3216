// @module-tag pooled
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type EnrollmentDesk, lockRows, openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { lockStudents, shareTestmoments } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import { countStatements } from '#tests/support/api/counted-database.ts'
import { addUser, MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/databases.ts'
import { halfway } from '#tests/support/halfway.ts'

type Moment = keyof TestSchool['moments']
type Module = keyof TestSchool['modules']

async function startSeats(database: Database, seats: number) {
  const school = await startTestSchool(database)
  const students: number[] = []
  for (let n = 0; n < 6; n++)
    students.push(
      await addUser(database, { username: `extra-${n}@school.test`, education_department_id: school.departmentId }),
    )
  await database.kysely.updateTable('testmoment').set({ seats }).where('id', '=', school.moments.open).execute()
  const place = (n: number, moment: Moment = 'open', module: Module = 'ALG') => ({
    by: 'student' as const,
    user_id: students[n] ?? 0,
    testmoment_id: school.moments[moment],
    module_id: school.modules[module],
  })
  const seated = async () => {
    const query = database.kysely.selectFrom('enrollment').select('user_id').distinct()
    const rows = await query.where('testmoment_id', '=', school.moments.open).execute()
    return rows.map(({ user_id }) => students.indexOf(user_id)).toSorted()
  }
  return { school, students, place, seated }
}

const clock = () => MORNING
const isFull = { reason: 'moment-full' }

describeOnEachDatabase('the seats of a test moment', (open) => {
  let database: Database
  let desk: EnrollmentDesk
  let stage: Awaited<ReturnType<typeof startSeats>>
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    stage = await startSeats(database, 2)
    desk = openEnrollmentDesk({ database, clock })
  })

  const enroll = (n: number, moment?: Moment, module?: Module) =>
    desk.handle({ wish: 'enroll', ...stage.place(n, moment, module) })
  const byTeacher = (n: number) =>
    desk.handle({ wish: 'enroll', ...stage.place(n), by: 'administrator', actor_id: stage.school.users.teacher })
  const wait = (n: number, moves = false, moment?: Moment) =>
    desk.wait({ wish: 'wait', ...stage.place(n, moment), moves })
  const unenroll = (enrollment: Awaited<ReturnType<typeof enroll>>['enrollment']) =>
    desk.handle({ ...enrollment, wish: 'unenroll', by: 'student', enrollment_id: enrollment.id })
  const line = async () => {
    const query = database.kysely.selectFrom('waiting_entry').select(['user_id', 'moves', 'id']).orderBy('id')
    return (await query.execute()).map(({ user_id, moves }) => [stage.students.indexOf(user_id), moves])
  }
  const ineligible = (n: number) =>
    database.kysely
      .updateTable('user')
      .set({ education_department_id: null })
      .where('id', '=', stage.students[n] ?? 0)
      .execute()

  test('are for students, who need one each however many modules they take', async () => {
    await Promise.all([enroll(0), enroll(1)])
    await enroll(0, 'open', 'GON')
    await expect(enroll(2)).rejects.toMatchObject(isFull)
    await expect(byTeacher(2)).rejects.toMatchObject(isFull)
    expect(await stage.seated()).toEqual([0, 1])
  })

  test('are never more than there are, also within a batch', async () => {
    const outcomes = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => enroll(n)))
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, false, false])
    expect(await stage.seated()).toEqual([0, 1])
  })

  test('that come free in a batch are taken in it where nobody waits, and are theirs who wait where somebody does', async () => {
    const [{ enrollment: first }, { enrollment: second }] = await Promise.all([enroll(0), enroll(1)])
    await Promise.all([unenroll(first), enroll(2)])
    expect(await stage.seated()).toEqual([1, 2])
    await wait(3)
    const [, refused] = await Promise.allSettled([unenroll(second), enroll(4)])
    expect(refused).toMatchObject({ reason: isFull })
    await expect(enroll(4)).rejects.toMatchObject(isFull)
    expect(await stage.seated()).toEqual([2])
  })

  test('that came free in an earlier batch are for who comes next, also for two at once', async () => {
    const [{ enrollment: first }, { enrollment: second }] = await Promise.all([enroll(0), enroll(1)])
    await unenroll(first)
    await enroll(2)
    expect(await stage.seated()).toEqual([1, 2])
    await unenroll(second)
    const outcomes = await Promise.allSettled([enroll(3), enroll(4)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await stage.seated()).toEqual([2, 3])
  })

  test('that come free are for newcomers where only who cannot take one waits, in the same batch too', async () => {
    const [{ enrollment: first }, { enrollment: second }] = await Promise.all([enroll(0), enroll(1)])
    await wait(3)
    await ineligible(3)
    await Promise.all([unenroll(first), enroll(2)])
    await unenroll(second)
    await enroll(4)
    expect([await stage.seated(), await line()]).toEqual([[2, 4], [[3, false]]])
  })

  test('come with the wish to wait, where there is one left', async () => {
    await enroll(0)
    const [seat, place, second] = await Promise.all([wait(1), wait(2), wait(3)])
    expect(seat).toMatchObject({ created: true, enrollment: { user_id: stage.students[1] } })
    expect([place, second]).toMatchObject([
      { created: true, waiting: { place: 1 } },
      { created: true, waiting: { place: 2 } },
    ])
    expect(await wait(1)).toMatchObject({ created: false, enrollment: {} })
    expect(await wait(2, true)).toMatchObject({ created: true, waiting: { place: 1, moves: true } })
    expect(await wait(2, true)).toMatchObject({ created: false, waiting: { place: 1 } })
    expect(await line()).toEqual([
      [2, true],
      [3, false],
    ])
  })

  test('are not waited for against any other rule; who takes the module elsewhere waits to be moved, and the log keeps who is put in line', async () => {
    await Promise.all([enroll(0), enroll(1), enroll(2, 'other')])
    await expect(wait(2)).rejects.toMatchObject({ reason: 'existing-enrollment' })
    expect(await wait(2, true)).toMatchObject({ waiting: { moves: true, place: 1 } })
    await expect(desk.wait({ wish: 'wait', ...stage.place(3, 'closed'), moves: false })).rejects.toMatchObject({
      reason: 'enrollments-closed',
    })
    for (let time = 1; time <= 2; time++)
      await desk.wait({
        wish: 'wait',
        ...stage.place(5),
        moves: false,
        by: 'administrator',
        actor_id: stage.school.users.teacher,
      })
    const noted = await database.kysely.selectFrom('audit').select('action').orderBy('id').execute()
    expect(noted.map(({ action }) => action)).toEqual(['put-on-waiting'])
    await ineligible(4)
    await expect(wait(4)).rejects.toMatchObject({ reason: 'module-unavailable' })
  })

  test('without a limit cost no question', async () => {
    const asked = async (moment: Moment, n: number) => {
      const counted = countStatements(database)
      const counting = openEnrollmentDesk({ database: counted.database, clock })
      await counting.handle({ wish: 'enroll', ...stage.place(n, moment) })
      return counted.answered.count
    }
    // Four questions and a row; and two locks where others write meanwhile.
    const usual = database.isRemote ? 7 : 5
    expect(await asked('other', 0)).toBe(usual)
    expect(await asked('open', 1)).toBeGreaterThan(usual)
  })
})

async function giveOneChair({ kysely }: Database, { moments: { open: id } }: TestSchool) {
  const at = new Date(MORNING).toISOString()
  await kysely.updateTable('testmoment').set({ rooms_version: 2, divided_at: at }).where('id', '=', id).execute()
  const room = { name: 'B3.14', name_key: 'b3.14', seats: 1, position: 1, remark: '', created_at: at }
  const { id: room_id } = await kysely.insertInto('room').values(room).returning('id').executeTakeFirstOrThrow()
  await kysely.insertInto('testmoment_room').values({ testmoment_id: id, room_id, position: 0, seats: 1 }).execute()
}

/** Two desks as two processes have them: the second comes while the first has counted, and has not committed. */
describeOnPostgres('the last seat, of two batches at once,', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  /** Two students want the last one: a seat, or a chair in the only room of a moment without a limit. */
  const race = async (lock: typeof lockRows, left: 'seat' | 'chair' = 'seat') => {
    const stage = await startSeats(database, left === 'seat' ? 1 : 0)
    if (left === 'chair') await giveOneChair(database, stage.school)
    const { modules, moments } = stage.school
    const come = (...students: number[]) => {
      const desk = openEnrollmentDesk({ database, clock, lock })
      return Promise.allSettled(students.map((n) => desk.handle({ wish: 'enroll', ...stage.place(n) })))
    }
    const batches = await halfway(database, {
      // Where enrollments are written, after seats were counted; and chairs, after they were chosen.
      hold: (trx) =>
        left === 'seat'
          ? trx.selectFrom('module').select('id').where('id', '=', modules.ALG).forUpdate().execute()
          : trx
              .selectFrom('testmoment_room')
              .select('room_id')
              .where('testmoment_id', '=', moments.open)
              .forUpdate()
              .execute(),
      first: () => come(0, 1),
      second: () => come(2, 3),
    })
    const given = batches.flat().filter(({ status }) => status === 'fulfilled')
    const chairs = await database.kysely.selectFrom('chair').select('user_id').execute()
    return [given.length, left === 'seat' ? (await stage.seated()).length : chairs.length]
  }

  test('goes to one student, and so does the last chair, while all are enrolled', async () => {
    expect(await race(lockRows)).toEqual([1, 1])
    expect(await race(lockRows, 'chair')).toEqual([4, 1])
  })

  test('goes to two without the lock on seats, and so does the last chair', async () => {
    const unlocked: typeof lockRows = async (trx, { userIds, testmomentIds }) => {
      await lockStudents(trx, userIds)
      await shareTestmoments(trx, testmomentIds)
    }
    expect(await race(unlocked)).toEqual([2, 2])
    expect(await race(unlocked, 'chair')).toEqual([4, 2])
  })
})
