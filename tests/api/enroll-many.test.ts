import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { enrollAutomatically } from '#api-server/enrollments/automatic-enrollment.ts'
import { lockStudents, shareSchool } from '#api-server/platform/locks.ts'
import { seedDemoSchool } from '#database/demo/seed-demo-school.ts'
import type { Database } from '#database/engine/open-database.ts'
import { findable } from '#domain/users/search.rules.ts'
import { readSchool } from '#tests/database/support/school-state.ts'
import { plainAutomaticEnrollments } from '#tests/domain/support/plain-automatic-enrollments.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const NOW = Date.parse('2026-11-21T09:30:00.000Z')
/** More than two chunks. */
const MORE = 2_100

describeOnEachDatabase('automatic enrollment of many', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await seedDemoSchool(database, { now: NOW, passwordHash: '$argon2id$demo' })
    await crowd(database)
  })

  test('is what the rules say in plain words, for the price of a few questions', async () => {
    const school = await readSchool(database)
    const active_module_ids = new Set(school.modules.filter(({ active }) => active).map(({ id }) => id))
    const expected = plainAutomaticEnrollments({ ...school, active_module_ids, now: NOW })
    expect(expected.length).toBeGreaterThan(MORE)

    const before = await count(database)
    const asked = counter()
    const userIds = school.users.map(({ id }) => id).toReversed()
    const made = await database.transaction(async (trx) => {
      await shareSchool(trx)
      await lockStudents(trx, userIds)
      return enrollAutomatically(trx.withPlugin(asked.plugin), { userIds }, () => NOW)
    })

    expect(made.map(inWords).sort()).toEqual(expected.sort())
    expect(await count(database)).toBe(before + made.length)
    const inserts = Math.ceil(made.length / 1_000)
    // what is offered (three), the locks of its moments, and the news for open screens
    expect(asked.questions()).toBeLessThanOrEqual(5 + 3 * Math.ceil(userIds.length / 1_000) + inserts)
  })

  test('leaves nothing for a second time', async () => {
    const { users } = await readSchool(database)
    const userIds = users.map(({ id }) => id)
    const made = await database.transaction((trx) => enrollAutomatically(trx, { userIds }, () => NOW))
    expect(made).toEqual([])
  })
})

const inWords = (made: { user_id: number; testmoment_id: number; module_id: number }) =>
  `student ${made.user_id}, moment ${made.testmoment_id}, module ${made.module_id}`

async function count({ kysely }: Database): Promise<number> {
  const { rows } = await kysely
    .selectFrom('enrollment')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

/** A large department besides: new students, each with something completed or chosen that comes in the way. */
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
