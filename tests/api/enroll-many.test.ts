import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { enrollAutomatically } from '#api-server/enrollments/automatic-enrollment.ts'
import { lockStudents, shareSchool } from '#api-server/platform/locks.ts'
import { seedDemoSchool } from '#database/demo/seed-demo-school.ts'
import type { Database } from '#database/engine/open-database.ts'
import { findable } from '#domain/users/search.rules.ts'
import { readSchool } from '#tests/database/support/school-state.ts'
import { plainOutcome } from '#tests/domain/support/plain-automatic-enrollments.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const NOW = Date.parse('2026-11-21T09:30:00.000Z')
/** Students of the crowd: more than two chunks. */
const MORE = 2_100
/** Seats left at one moment: fewer than the crowd. */
const FEW = 1_500

describeOnEachDatabase('automatic enrollment of many', (open) => {
  let database: Database
  let free_seats: ReadonlyMap<number, number>
  beforeAll(async () => {
    database = await open()
    await seedDemoSchool(database, { now: NOW, passwordHash: '$argon2id$demo' })
    await crowd(database)
    free_seats = await limit(database)
  })

  test('is what the rules say in plain words, for the price of a few questions', async () => {
    const school = await readSchool(database)
    const active_module_ids = new Set(school.modules.filter(({ active }) => active).map(({ id }) => id))
    const expected = plainOutcome({ ...school, active_module_ids, free_seats, now: NOW })
    expect(expected.made.length).toBeGreaterThan(MORE)
    expect(expected.without_seat.length).toBeGreaterThan(100)

    const before = new Set(await stored(database))
    const asked = counter()
    const userIds = school.users.map(({ id }) => id).toReversed()
    const made = await database.transaction(async (trx) => {
      await shareSchool(trx)
      await lockStudents(trx, userIds)
      return enrollAutomatically(trx.withPlugin(asked.plugin), { userIds }, () => NOW)
    })

    const added = new Set((await stored(database)).filter((line) => !before.has(line)))
    expect([...added].sort()).toEqual(expected.made.sort())
    const unseated = new Set(expected.without_seat.map((line) => line.split(',')[0]))
    const full = new Set(expected.without_seat.map((line) => Number(line.match(/moment (\d+)/)?.[1])))
    expect(made).toMatchObject({ enrollments_made: added.size, students_without_seat: unseated.size })
    expect(new Set(made.full_testmoments.map(({ id }) => id))).toEqual(full)
    const inserts = Math.ceil(added.size / 1_000)
    // 3 statements for what is offered, then the locks of moments and seats, the free seats, and the event for open
    // screens.
    expect(asked.questions()).toBeLessThanOrEqual(7 + 3 * Math.ceil(userIds.length / 1_000) + inserts)
  })

  test('leaves nothing for a second time', async () => {
    const { users } = await readSchool(database)
    const userIds = users.map(({ id }) => id)
    const made = await database.transaction((trx) => enrollAutomatically(trx, { userIds }, () => NOW))
    expect(made).toMatchObject({ enrollments_made: 0, students_enrolled: 0 })
  })
})

/** All enrollments, in words. */
async function stored({ kysely }: Database): Promise<string[]> {
  const rows = await kysely.selectFrom('enrollment').selectAll().execute()
  return rows.map((row) => `student ${row.user_id}, moment ${row.testmoment_id}, module ${row.module_id}`)
}

/** At one of the moments that enroll by themselves there are few seats left, and for all those of another somebody waits. */
async function limit({ kysely }: Database): Promise<Map<number, number>> {
  const offers = await kysely
    .selectFrom('testmoment_module')
    .innerJoin('testmoment', 'testmoment.id', 'testmoment_module.testmoment_id')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .select('testmoment.id')
    .distinct()
    .where('testmoment_module.auto_enroll', '=', true)
    .where('schoolyear.active', '=', true)
    .where('testmoment.date', '>', '2026-11-22')
    .orderBy('testmoment.id')
    .execute()
  const [few, waited] = offers.map(({ id }) => id)
  if (few === undefined || waited === undefined) throw new Error('the demo school has no two automatic moments')
  const enrolled = await kysely
    .selectFrom('enrollment')
    .select(['user_id', 'module_id'])
    .where('testmoment_id', '=', few)
    .execute()
  const seats = new Set(enrolled.map(({ user_id }) => user_id)).size + FEW
  await kysely.updateTable('testmoment').set({ seats }).where('id', '=', few).execute()
  await kysely.updateTable('testmoment').set({ seats: 5_000 }).where('id', '=', waited).execute()
  const { id: user_id } = await kysely.selectFrom('user').select('id').orderBy('id').executeTakeFirstOrThrow()
  const { id: module_id } = await kysely.selectFrom('module').select('id').orderBy('id').executeTakeFirstOrThrow()
  const created_at = new Date(NOW).toISOString()
  await kysely.insertInto('waiting_entry').values({ user_id, testmoment_id: waited, module_id, created_at }).execute()
  return new Map([
    [few, FEW],
    [waited, 0],
  ])
}

/** Adds a large department: new students, each with something completed or chosen that comes in the way. */
async function crowd({ kysely }: Database): Promise<void> {
  const created_at = new Date(NOW).toISOString()
  const { id: education_department_id } = await kysely
    .selectFrom('education_department')
    .select('id')
    .where('auto_enroll', '=', true)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const held = await kysely
    .selectFrom('education_department_module')
    .selectAll()
    .where('education_department_id', '=', education_department_id)
    .execute()
  for (let from = 0; from < MORE; from += 700) {
    const students = await kysely
      .insertInto('user')
      .values(
        Array.from({ length: 700 }, (_, index) => ({
          ...findable({ username: `crowd-${from + index}@school.test`, first_name: 'Sam', last_name: 'de Vries' }),
          roles: 'ROLE_STUDENT',
          information_checked: index % 10 !== 0,
          education_department_id,
          created_at,
        })),
      )
      .returning('id')
      .execute()
    await kysely
      .insertInto('completed_module')
      .values(
        students.map(({ id }) => ({ user_id: id, module_id: held[id % held.length]?.module_id ?? 0, created_at })),
      )
      .execute()
  }
}

/** Counts the answers, since a question that was compiled before passes no other place. */
function counter() {
  let answers = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      answers += 1
      return result
    },
  }
  return { plugin, questions: () => answers }
}
