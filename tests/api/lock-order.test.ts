// @module-tag race
// @module-tag all
import { type KyselyPlugin, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { switchDepartment } from '#api-server/acts/department-switch/department-switch.ts'
import { changeDepartmentModules, changeModuleMatrix } from '#api-server/departments/department-modules.ts'
import { completeModules } from '#api-server/enrollments/completed-modules.ts'
import { openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { endWaits } from '#api-server/enrollments/waiting/leaving-line.ts'
import { promoteAt, promoteEntry } from '#api-server/enrollments/waiting/promoting.ts'
import { deleteModule } from '#api-server/modules/delete-module.ts'
import { lockPlaces, lockStudents } from '#api-server/platform/locks.ts'
import { assessPublication } from '#api-server/results/assess-publication.ts'
import { publishResults } from '#api-server/results/publishing.ts'
import { divide, previewDivision } from '#api-server/rooms/dividing.ts'
import { moveChairs } from '#api-server/rooms/move-chairs.ts'
import { previewRoomsPublication, publishRooms } from '#api-server/rooms/publish-rooms.ts'
import { editTestmomentRooms } from '#api-server/rooms/testmoment-rooms.ts'
import { actOnMoments, previewMomentsAct } from '#api-server/testmoments/act-on-moments.ts'
import { deleteTestmoment } from '#api-server/testmoments/delete-testmoment.ts'
import { editTestmoment } from '#api-server/testmoments/edit-testmoment.ts'
import { editTestmomentModules } from '#api-server/testmoments/testmoment-modules.ts'
import { deleteUser } from '#api-server/users/edit-user.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { MomentsAct } from '#domain/testmoments/moments-act.schema.ts'
import { Problem } from '#server/problem.ts'
import { enrollDepartmentAutomatically } from '#tests/support/api/automatic-offers.ts'
import {
  addDepartment,
  addModule,
  addRoom,
  MORNING,
  newUser,
  startTestSchool,
  type TestSchool,
} from '#tests/support/api/test-school.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { untilWaiting } from '#tests/support/halfway.ts'
import { underLoad } from '#tests/support/under-load.ts'

const clock = () => MORNING
const keys = { identities: Buffer.alloc(32, 7) }
const created_at = new Date(MORNING).toISOString()

const idsIn = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** The same database, which does not retry a transaction after a deadlock. */
const onlyOnce = (database: Database): Database => ({
  ...database,
  transaction: (work) => database.kysely.transaction().execute(work),
})

/** Calls `behind` after each answer in a transaction, with its number, and goes on once that is done. */
const stopping = (database: Database, behind: (nth: number) => Promise<unknown> | undefined): Database => {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1
      await behind(count)
      return result
    },
  }
  return { ...database, transaction: (work) => database.transaction((trx) => work(trx.withPlugin(plugin))) }
}

/** Has rows or seats to itself since, or shares them. */
const LOCKS = /for (no key update|update|share|key share)|advisory|^delete/

describeOnPostgres('two who hold students, moments and seats', (open) => {
  let database: Database
  let school: TestSchool
  let departments: Record<'own' | 'other', number>
  let year: number
  beforeAll(async () => {
    database = onlyOnce(await open())
    school = await startTestSchool(database)
    const { ALG, GON, STA } = school.modules
    departments = {
      own: await addDepartment(database, [ALG, GON, STA]),
      other: await addDepartment(database, [ALG, STA]),
    }
    for (const id of Object.values(departments)) await enrollDepartmentAutomatically(database, id)
    const active = database.kysely.selectFrom('schoolyear').select('id').where('active', '=', true)
    year = (await active.executeTakeFirstOrThrow()).id
  })

  type Stage = Awaited<ReturnType<typeof setUp>>
  let made = 0
  /**
   * In few statements, as it is done some eight hundred times. Two moments with a seat left; at each somebody who wants to be moved to the other, and somebody whose waiting is over.
   * And one that was yesterday, of which a result is to be published and two are to be corrected.
   */
  async function setUp() {
    const { kysely } = database
    const { ALG, GON, STA } = school.modules
    const open = { enrollments_enabled: true, seats: 3 }
    const moments = [{ ...open, date: '2026-05-12' }, { ...open, date: '2026-05-13' }, { date: '2026-03-09' }]
    const [one = 0, two = 0, taken = 0] = idsIn(
      await kysely
        .insertInto('testmoment')
        .values(moments.map((moment) => ({ schoolyear_id: year, created_at, ...moment })))
        .returning('id')
        .execute(),
    )
    const people = Array.from({ length: 5 }, () => {
      made += 1
      return newUser({ username: `holder-${made}@school.test`, education_department_id: departments.own })
    })
    const [first = 0, second = 0, third = 0, over = 0, failing = 0] = idsIn(
      await kysely.insertInto('user').values(people).returning('id').execute(),
    )
    const offers = [one, two].flatMap((testmoment_id) =>
      [ALG, GON, STA].map((module_id) => ({ testmoment_id, module_id, auto_enroll: testmoment_id === two })),
    )
    await kysely.insertInto('testmoment_module').values(offers).execute()
    const at = (user_id: number, testmoment_id: number, module_id: number) => ({
      ...{ user_id, testmoment_id, module_id, created_at },
      has_record: testmoment_id === taken,
    })
    const held = await kysely
      .insertInto('enrollment')
      .values([
        ...[at(first, two, ALG), at(second, one, ALG), at(third, one, GON)],
        ...[at(first, taken, ALG), at(failing, taken, GON), at(failing, taken, STA)],
      ])
      .returning(['id', 'user_id', 'testmoment_id', 'module_id'])
      .execute()
    const completed = (user_id: number, module_id: number, by_result: boolean) => ({
      ...{ user_id, module_id, by_result, created_at },
    })
    await kysely
      .insertInto('completed_module')
      .values([completed(over, STA, false), completed(failing, GON, true), completed(failing, STA, true)])
      .execute()
    const wait = (user_id: number, testmoment_id: number, module_id: number) => ({
      ...{ user_id, testmoment_id, module_id, created_at },
      moves: true,
    })
    const entries = await kysely
      .insertInto('waiting_entry')
      .values([wait(first, one, ALG), wait(second, two, ALG), wait(over, two, STA), wait(over, one, STA)])
      .returning(['id', 'user_id'])
      .execute()
    const known = { published_outcome: 'passed', published_at: created_at } as const
    const results = held
      .filter(({ testmoment_id }) => testmoment_id === taken)
      .map(({ id: enrollment_id, user_id }) => ({
        ...{ enrollment_id, user_id, edited_at: created_at },
        ...(user_id === failing ? { outcome: 'failed' as const, ...known } : { outcome: 'passed' as const }),
      }))
    await kysely.insertInto('result').values(results).execute()
    return { one, two, taken, first, second, third, entries, held }
  }

  const tidyUp = async () => {
    const { kysely } = database
    for (const table of ['result_publication', 'result', 'waiting_entry', 'enrollment'] as const)
      await kysely.deleteFrom(table).execute()
    await kysely.deleteFrom('user').where('username', 'like', 'holder-%').execute()
    await kysely.deleteFrom('testmoment').where('date', 'in', ['2026-05-12', '2026-05-13', '2026-03-09']).execute()
    const modules = [school.modules.ALG, school.modules.GON, school.modules.STA]
    await kysely
      .insertInto('education_department_module')
      .values(modules.map((module_id) => ({ module_id, education_department_id: departments.own })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  const actor = () => ({
    id: school.users.teacher,
    roles: ['ROLE_ADMIN' as const],
    sessionId: 0,
    tokenVersion: 0,
    provedAt: 0,
    until: 0,
  })
  /** Asks first, past the stops, then acts as confirmed: what is rehearsed takes the same locks in the same order. */
  const surely = async (db: Database, act: (db: Database, confirmed?: string) => Promise<unknown>) => {
    try {
      await act(database)
    } catch (question) {
      if (!(question instanceof Problem) || question.reason !== 'confirmation-needed') throw question
      await act(db, Object(question.details).confirmation)
    }
  }

  const actOnMany = async (db: Database, act: MomentsAct, testmoment_ids: number[]) => {
    const { confirmation } = await previewMomentsAct(database, { act, testmoment_ids }, MORNING)
    const wish = { act, testmoment_ids, confirmation: confirmation ?? '', actorId: actor().id }
    return actOnMoments({ database: db, clock }, wish)
  }

  const holders: Record<string, (database: Database, stage: Stage) => Promise<unknown>> = {
    'a batch of the desk': (db, { one, two, first, third, held }) => {
      const desk = openEnrollmentDesk({ database: db, clock })
      const at = (user_id: number, testmoment_id: number, module: 'ALG' | 'STA') => ({
        by: 'student' as const,
        user_id,
        testmoment_id,
        module_id: school.modules[module],
      })
      const row = held.find(({ user_id }) => user_id === third)
      return Promise.allSettled([
        desk.handle({ wish: 'enroll', ...at(third, two, 'ALG') }),
        desk.wait({ wish: 'wait', ...at(first, one, 'STA'), moves: false }),
        row && desk.handle({ ...row, wish: 'move', by: 'student', enrollment_id: row.id, to_testmoment_id: two }),
      ]).then((outcomes) => {
        for (const outcome of outcomes)
          if (outcome.status === 'rejected' && !(outcome.reason instanceof Problem)) throw outcome.reason
      })
    },
    'a promotion': (db, { one }) => promoteAt({ database: db, clock }, one),
    'a promotion the other way': (db, { two }) => promoteAt({ database: db, clock }, two),
    'a promotion by hand': (db, { entries }) =>
      promoteEntry({ database: db, clock }, { entryId: entries[1]?.id ?? 0, actorId: actor().id }),
    'who waits no longer': (db) => endWaits({ database: db, clock }, 'all'),
    'an edit of the seats': (db, { one }) =>
      editTestmoment({ database: db, clock }, { place: { id: one }, edit: { seats: 5 }, actorId: actor().id }),
    'an edit of the rooms': async (db, { one }) => {
      made += 1
      const room = await addRoom(database, { name: `Zaal ${made}` })
      return editTestmomentRooms({ database: db, clock }, actor(), { id: one, entities: [{ id: room, seats: 20 }] })
    },
    'dividing over rooms': async (db, { one, second }) => {
      made += 1
      const room = await addRoom(database, { name: `Zaal ${made}` })
      await editTestmomentRooms({ database, clock }, actor(), { id: one, entities: [{ id: room, seats: 20 }] })
      const wish = { kind: 'all', way: 'alphabet', numbered: true, keeps_by_hand: true } as const
      const { confirmation } = await previewDivision({ database, keys }, { testmomentId: one, wish })
      if (confirmation !== null)
        await divide({ database: db, keys, clock }, actor(), { testmomentId: one, wish, confirmation })
      await moveChairs({ database: db, clock }, actor(), { testmomentId: one, user_ids: [second], room_id: room })
      const plan = await previewRoomsPublication(database, one)
      if (plan.confirmation !== null)
        await publishRooms({ database: db, clock }, actor(), { testmomentId: one, confirmation: plan.confirmation })
    },
    'modules switched on': (db, { one }) =>
      surely(db, (db, confirmed) =>
        editTestmomentModules(
          { database: db, clock },
          {
            id: one,
            act: 'add',
            list: { entities: [{ id: school.modules.STA, auto_enroll: true }] },
            confirmed,
            actorId: actor().id,
          },
        ),
      ),
    'a department’s lost module': (db) =>
      surely(db, (db, confirmed) =>
        changeDepartmentModules({ database: db, clock }, actor(), {
          id: departments.own,
          module_ids: [school.modules.ALG, school.modules.STA],
          how: 'replace',
          confirmed,
        }),
      ),
    'the modules of two departments': (db) =>
      surely(db, (db, confirmation) =>
        changeModuleMatrix({ database: db, clock }, actor(), {
          departments: [
            { id: departments.other, added: [school.modules.GON], removed: [school.modules.STA] },
            { id: departments.own, added: [], removed: [school.modules.STA] },
          ],
          confirmation,
        }),
      ),
    'deletion of a module': async (db) => {
      made += 1
      const module_id = await addModule(database, `GONE${made}`)
      const held = Object.values(departments).map((education_department_id) => ({ education_department_id, module_id }))
      await database.kysely.insertInto('education_department_module').values(held).execute()
      return deleteModule({ database: db, clock }, actor(), { id: module_id, confirmed: undefined })
    },
    'a department switch': (db, { third }) =>
      switchDepartment(
        { database: db, clock, replyOf: Object },
        { actor: actor(), by: 'administrator' },
        { user_id: third, department_id: departments.other },
      ),
    completing: (db, { first }) =>
      completeModules({ database: db, clock }, { userId: first, moduleIds: [school.modules.ALG] }),
    publishing: async (db, { taken: testmomentId }) => {
      const { confirmation } = await assessPublication(database.kysely, { testmomentId }, MORNING)
      return publishResults(db, { testmomentId, confirmation, actorId: actor().id }, clock)
    },
    'deletion of a moment': (db, { one }) =>
      surely(db, (db, confirmed) =>
        deleteTestmoment({ database: db, clock }, { place: { id: one }, confirmed, actorId: actor().id }),
      ),
    'many moments closed': (db, { one, two, taken }) => actOnMany(db, { kind: 'close' }, [two, one, taken]),
    'many moments with other modules': (db, { one, two }) =>
      actOnMany(db, { kind: 'modules', how: 'replace', module_ids: [school.modules.STA] }, [two, one]),
    'many moments deleted': (db, { one, two }) => actOnMany(db, { kind: 'delete' }, [two, one]),
    'deletion of a student': (db, { first }) =>
      deleteUser({ database: db, keys: { identities: Buffer.alloc(32) } }, actor(), { userId: first }, MORNING),
  }

  /** Behind which of its answers an act holds more than before, alone. */
  async function findStops(act: (database: Database, stage: Stage) => Promise<unknown>): Promise<number[]> {
    const stops: number[] = []
    const stage = await setUp()
    const noting = stopping(database, async (nth) => {
      const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`.execute(database.kysely)
      if (rows.some(({ query }) => LOCKS.test(query))) stops.push(nth)
    })
    // How many it concerned, of those who say so.
    expect(await act(noting, stage)).not.toBe(0)
    await tidyUp()
    return stops
  }

  /** Has the second come while the first holds what it has behind its nth answer. Gives what neither may meet. */
  async function meet(nth: number, one: (typeof holders)[string], other: (typeof holders)[string]): Promise<unknown[]> {
    const stage = await setUp()
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const stopped = stopping(database, (count) => {
      if (count !== nth) return undefined
      arrived.resolve()
      return released.promise
    })
    const first = one(stopped, stage)
    await Promise.race([arrived.promise, first.catch(() => undefined)])
    const second = other(database, stage)
    await untilWaiting(database, 1, second)
    released.resolve()
    const outcomes = await Promise.allSettled([first, second])
    await tidyUp()
    return outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' && !(outcome.reason instanceof Problem) ? [outcome.reason] : [],
    )
  }

  test.for([...Object.keys(holders).entries()])(
    'never wait for each other, wherever the first is when the second comes: %i, %s, and each after it',
    { timeout: underLoad(60_000) },
    async ([index, name]) => {
      const act = holders[name]
      if (!act) throw new Error(`nobody is called ${name}`)
      const stops = await findStops(act)
      expect(stops.length).toBeGreaterThan(0)
      const failures: string[] = []
      for (const [other, second] of Object.entries(holders).slice(index))
        for (const stop of stops) {
          const errors = await meet(stop, act, second)
          if (errors.length > 0) failures.push(`behind ${stop}, and ${other}: ${errors.map(String).join()}`)
        }
      expect(failures).toEqual([])
    },
  )

  test('do where one takes seats before students', async () => {
    const backwards = (db: Database, { one, first, third }: Stage) =>
      db.transaction(async (trx) => {
        await lockPlaces(trx, [one])
        await lockStudents(trx, [first, third])
      })
    const [nth = 0] = await findStops(backwards)
    const desk = holders['a batch of the desk']
    if (!desk) throw new Error('there is no desk')
    expect((await meet(nth, backwards, desk)).map(String)).toEqual([expect.stringContaining('deadlock detected')])
  })
})
