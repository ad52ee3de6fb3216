// @module-tag pooled
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EnrollmentDesk, openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { endWaits, leaveLine } from '#api-server/enrollments/waiting/leaving-line.ts'
import { promoteAt, promoteEntry } from '#api-server/enrollments/waiting/promoting.ts'
import { lockPlaces, lockStudents } from '#api-server/platform/locks.ts'
import { deleteTestmoment } from '#api-server/testmoments/delete-testmoment.ts'
import type { Change } from '#database/changes/change.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { countStatements } from '#tests/support/api/counted-database.ts'
import { addUser, MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { meanwhile } from '#tests/support/halfway.ts'

type Moment = keyof TestSchool['moments']
type Module = keyof TestSchool['modules']

describeOnEachDatabase('a line of students who wait for a seat', (open) => {
  let database: Database
  let school: TestSchool
  let desk: EnrollmentDesk
  /** students in the order in which they began to wait */
  let students: number[]
  let now: number
  let changes: Change[]
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
    await database.kysely.deleteFrom('outbox').execute()
    now = MORNING
    changes = []
    desk = openEnrollmentDesk({ database, clock })
    students = []
    for (let n = 0; n < 5; n++)
      students.push(
        await addUser(database, { username: `extra-${n}@school.test`, education_department_id: school.departmentId }),
      )
    await seats('open', 1)
  })

  const clock = () => now
  const waitingDesk = () => ({ database, clock, notify: (some: readonly Change[]) => changes.push(...some) })
  const seats = (moment: Moment, count: number) => edit(moment, { seats: count })
  const edit = (moment: Moment, fields: { seats?: number; enrollments_enabled?: boolean; date?: string }) =>
    database.kysely.updateTable('testmoment').set(fields).where('id', '=', school.moments[moment]).execute()
  const student = (n: number) => students[n] ?? 0
  const place = (n: number, moment: Moment = 'open', module: Module = 'ALG') => ({
    by: 'student' as const,
    user_id: student(n),
    testmoment_id: school.moments[moment],
    module_id: school.modules[module],
  })
  const enroll = async (n: number, moment?: Moment, module?: Module) =>
    (await desk.handle({ wish: 'enroll', ...place(n, moment, module) })).enrollment
  const wait = async (n: number, moment: Moment = 'open', { moves = false, module = 'ALG' as Module } = {}) => {
    const answer = await desk.wait({ wish: 'wait', ...place(n, moment, module), moves })
    if (!('waiting' in answer)) throw new Error('there was a seat')
    return answer.waiting
  }
  const unenroll = ({ id, ...of }: Awaited<ReturnType<typeof enroll>>) =>
    desk.handle({ ...of, wish: 'unenroll', by: 'student', enrollment_id: id })
  const promote = (moment: Moment = 'open') => promoteAt(waitingDesk(), school.moments[moment])
  const seated = async (moment: Moment = 'open') => {
    const query = database.kysely.selectFrom('enrollment').select('user_id').distinct()
    const rows = await query.where('testmoment_id', '=', school.moments[moment]).execute()
    return rows.map(({ user_id }) => students.indexOf(user_id)).toSorted()
  }
  const line = async (moment: Moment = 'open') => {
    const query = database.kysely.selectFrom('waiting_entry').select('user_id').orderBy('id')
    const rows = await query.where('testmoment_id', '=', school.moments[moment]).execute()
    return rows.map(({ user_id }) => students.indexOf(user_id))
  }
  const outcomes = async () => {
    const query = database.kysely.selectFrom('waiting_outcome').select(['user_id', 'outcome'])
    const rows = await query.orderBy('id').execute()
    return rows.map(({ user_id, outcome }) => [students.indexOf(user_id), outcome])
  }
  const makerOf = async (n: number) => {
    const query = database.kysely.selectFrom('enrollment').select('maker').where('user_id', '=', student(n))
    return (await query.executeTakeFirstOrThrow()).maker
  }
  const tasks = async () => {
    const rows = await database.kysely.selectFrom('outbox').select('kind').orderBy('id').execute()
    return rows.map(({ kind }) => kind)
  }

  test('gives a free seat to the first student, who is notified once by letter and by push', async () => {
    const held = await enroll(0)
    await wait(1)
    await wait(2)
    expect(await promote()).toBe(0)
    await unenroll(held)
    await database.kysely.updateTable('user').set({ confirmation_letters: true }).execute()
    expect(await promote()).toBe(1)
    expect([await seated(), await line()]).toEqual([[1], [2]])
    expect(await outcomes()).toEqual([[1, 'promoted']])
    expect(await makerOf(1)).toBe('waiting-list')
    expect(await tasks()).toEqual(['waiting-letter', 'seat-push'])
    const testmoment_ids = [school.moments.open]
    expect(changes).toEqual([
      { event: 'enrollmentsChanged', user_id: student(1), testmoment_ids },
      { event: 'seatsChanged', testmoment_ids, user_ids: [student(1)] },
    ])
    expect(await promote()).toBe(0)
    expect(await outcomes()).toHaveLength(1)
  })

  test('is passed over by nobody who cannot take a seat, who keep their place in it', async () => {
    const held = await enroll(0)
    for (const n of [1, 2, 3]) await wait(n)
    await database.kysely
      .updateTable('user')
      .set({ education_department_id: null })
      .where('id', '=', student(1))
      .execute()
    await unenroll(held)
    expect(await promote()).toBe(1)
    expect([await seated(), await line()]).toEqual([[2], [1, 3]])
    await database.kysely
      .updateTable('user')
      .set({ education_department_id: school.departmentId })
      .where('id', '=', student(1))
      .execute()
    await seats('open', 2)
    expect(await promote()).toBe(1)
    expect([await seated(), await line()]).toEqual([[1, 2], [3]])
  })

  test('is not passed by in it where who could not take a seat can since it was looked at', async () => {
    const held = await enroll(0)
    await wait(1)
    await wait(2)
    const department = (id: number | null) => (kysely: Kysely) =>
      kysely.updateTable('user').set({ education_department_id: id }).where('id', '=', student(1)).execute()
    await department(null)(database.kysely)
    await unenroll(held)
    const meanwhile: typeof lockPlaces = async (trx, ids) => {
      await department(school.departmentId)(trx)
      await lockPlaces(trx, ids)
    }
    expect(await promoteAt({ ...waitingDesk(), lock: meanwhile }, school.moments.open)).toBe(0)
    expect([await promote(), await seated(), await line()]).toEqual([1, [1], [2]])
  })

  test('stops while the moment is closed or its year is not active, and from its first day on', async () => {
    const held = await enroll(0)
    await wait(1)
    await unenroll(held)
    await edit('open', { enrollments_enabled: false })
    expect(await promote()).toBe(0)
    await edit('open', { enrollments_enabled: true })
    await database.kysely.updateTable('schoolyear').set({ active: false }).execute()
    expect(await promote()).toBe(0)
    await database.kysely.updateTable('schoolyear').set({ active: true }).where('name', '=', '2025-2026').execute()
    now = Date.parse('2026-03-20T08:00:00.000Z')
    expect([await promote(), await line()]).toEqual([0, [1]])
    now = MORNING
    expect([await promote(), await line()]).toEqual([1, []])
  })

  test('moves who asked for it, which frees their seat elsewhere for the next', async () => {
    await seats('other', 1)
    await enroll(1, 'other')
    const held = await enroll(0)
    await wait(1, 'open', { moves: true })
    await wait(2, 'other')
    await unenroll(held)
    expect([await promote('other'), await promote('open'), await promote('other')]).toEqual([0, 1, 1])
    expect([await seated('open'), await seated('other')]).toEqual([[1], [2]])
    expect(await makerOf(1)).toBe('waiting-list')
    expect(changes).toContainEqual({
      event: 'enrollmentsChanged',
      user_id: student(1),
      testmoment_ids: [school.moments.other, school.moments.open],
    })
  })

  test('gives a student who waits for two modules both, with one seat and one push', async () => {
    const held = await enroll(0)
    await wait(1)
    await wait(2)
    await wait(1, 'open', { module: 'GON' })
    await unenroll(held)
    expect([await promote(), await seated(), await line()]).toEqual([2, [1], [2]])
    expect((await tasks()).filter((kind) => kind === 'seat-push')).toHaveLength(1)
  })

  test('is read no further than the seats reach, however many wait in it', async () => {
    await enroll(0)
    await wait(1)
    const more = await Promise.all(
      Array.from({ length: 900 }, (_, n) =>
        addUser(database, { username: `more-${n}@school.test`, education_department_id: school.departmentId }),
      ),
    )
    const created_at = new Date(now).toISOString()
    const { by: _, ...of } = place(1)
    const entries = more.map((user_id) => ({ ...of, user_id, moves: false, created_at }))
    await database.kysely.insertInto('waiting_entry').values(entries).execute()
    await seats('open', 2)
    const { database: counted, statements } = countStatements(database)
    expect(await promoteAt({ ...waitingDesk(), database: counted }, school.moments.open)).toBe(1)
    // Before the locks and under them: some with seats to give, and who has one when none is left.
    expect(statements.filter((statement) => statement === 'select waiting_entry').length).toBeLessThanOrEqual(4)
  })

  test('empties into a moment that no longer has a limit', async () => {
    await enroll(0)
    for (const n of [1, 2, 3]) await wait(n)
    await seats('open', 0)
    expect([await promote(), await line()]).toEqual([3, []])
  })

  describe('is left', () => {
    const end = () => endWaits(waitingDesk(), 'all')

    test('by students who no longer need or can have it, once, with the reason', async () => {
      await enroll(0)
      for (const n of [1, 2, 3, 4]) await wait(n)
      await wait(4, 'open', { module: 'GON', moves: true })
      expect(await end()).toBe(0)
      const completed = { module_id: school.modules.ALG, created_at: new Date(MORNING).toISOString() }
      await database.kysely
        .insertInto('completed_module')
        .values({ user_id: student(1), ...completed })
        .execute()
      await database.kysely
        .updateTable('user')
        .set({ education_department_id: null })
        .where('id', '=', student(2))
        .execute()
      await enroll(3, 'other')
      await enroll(4, 'other')
      await enroll(4, 'other', 'GON')
      expect(await end()).toBe(4)
      expect(await end()).toBe(0)
      expect(await outcomes()).toEqual([
        [1, 'module-completed'],
        [2, 'module-unavailable'],
        [3, 'enrolled-elsewhere'],
        [4, 'enrolled-elsewhere'],
      ])
      expect(await line()).toEqual([4])
      expect((await tasks()).filter((kind) => kind === 'waiting-letter')).toHaveLength(4)
      now = Date.parse('2026-03-21T08:00:00.000Z')
      expect([await end(), (await outcomes()).at(-1)]).toEqual([1, [4, 'testmoment-past']])
    })

    test('by all when the moment is deleted, with the moment’s former name', async () => {
      await enroll(0)
      await wait(1)
      await wait(2)
      const deletion = { place: { id: school.moments.open }, actorId: school.users.teacher }
      const question = deleteTestmoment({ database, clock }, { ...deletion, confirmed: undefined })
      const { details } = await question.catch((error: unknown) => Object(error))
      await deleteTestmoment({ database, clock }, { ...deletion, confirmed: details.confirmation })
      expect([await line(), await outcomes()]).toEqual([
        [],
        [
          [1, 'testmoment-deleted'],
          [2, 'testmoment-deleted'],
        ],
      ])
      const kept = database.kysely.selectFrom('waiting_outcome').select(['testmoment_id', 'date'])
      expect(await kept.executeTakeFirst()).toEqual({ testmoment_id: null, date: '2026-03-20' })
      expect((await tasks()).filter((kind) => kind === 'waiting-letter')).toHaveLength(2)
    })

    test('silently by students who take the module there, or leave by themselves; removed ones are notified', async () => {
      await enroll(0)
      const own = await wait(1)
      const taken = await wait(2)
      await wait(3)
      await desk.handle({
        wish: 'enroll',
        ...place(3),
        by: 'administrator',
        actor_id: school.users.teacher,
        above_seats: true,
      })
      expect(await end()).toBe(1)
      await leaveLine(waitingDesk(), { entryId: own.id })
      await expect(leaveLine(waitingDesk(), { entryId: own.id })).rejects.toMatchObject({ reason: 'not-found' })
      await leaveLine(waitingDesk(), { entryId: taken.id, actorId: school.users.teacher })
      expect([await line(), await outcomes()]).toEqual([[], [[2, 'removed']]])
    })
  })

  test('gives no seat to a student who completes the module at that moment, or who just left it, not even by hand', async () => {
    const held = await enroll(0)
    const entry = await wait(1)
    await unenroll(held)
    const { kysely } = database
    const completing = async (trx: Transaction) => {
      await lockStudents(trx, [student(1)])
      const row = { user_id: student(1), module_id: school.modules.ALG, created_at: new Date(now).toISOString() }
      await trx.insertInto('completed_module').values(row).execute()
    }
    expect(await meanwhile(database, completing, () => promote())).toBe(0)
    await kysely.deleteFrom('completed_module').where('user_id', '=', student(1)).execute()
    const leaving = async (trx: Transaction) => {
      await lockStudents(trx, [student(1)])
      await trx.deleteFrom('waiting_entry').where('id', '=', entry.id).execute()
    }
    const byHand = () => promoteEntry(waitingDesk(), { entryId: entry.id, actorId: school.users.teacher })
    await expect(meanwhile(database, leaving, byHand)).rejects.toMatchObject({ reason: 'not-found' })
    expect([await seated(), await outcomes()]).toEqual([[], []])
  })

  test('is nothing to a teacher, who gives anybody in it a free seat, also when closed and on its test day', async () => {
    const held = await enroll(0)
    await wait(1)
    await enroll(2, 'other')
    const second = await wait(2, 'open', { moves: true })
    await unenroll(held)
    for (const moment of ['open', 'other'] as const) await edit(moment, { enrollments_enabled: false })
    now = Date.parse('2026-03-20T08:00:00.000Z')
    const given = await promoteEntry(waitingDesk(), { entryId: second.id, actorId: school.users.teacher })
    expect(given).toMatchObject({ created: true, above: false, moment: { id: school.moments.open } })
    expect([await seated(), await seated('other'), await line()]).toEqual([[2], [], [1]])
    expect(await outcomes()).toEqual([[2, 'promoted']])
    expect(await makerOf(2)).toBe('administrator')
    const noted = await database.kysely
      .selectFrom('audit')
      .select(['action', 'actor_id'])
      .orderBy('id', 'desc')
      .execute()
    expect(noted[0]).toEqual({ action: 'promoted', actor_id: school.users.teacher })
  })
})
