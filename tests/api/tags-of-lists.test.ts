import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listStudentRevisions } from '#api-server/enrollments/student-lists/student-list.queries.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { MORNING, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/databases.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { changesToLists } from './support/changes-to-lists.ts'

const RUNS = Number(process.env.TAG_RUNS ?? 20)

describeOnEachDatabase('the tag of a student’s list', (open) => {
  test(
    'identifies one text, whatever changes and for any reader',
    async () => {
      const database = await open()
      const api = await startTestApi(database)
      await fc.assert(
        fc.asyncProperty(changesToLists, async (changes) => {
          const school = await startTestSchool(database)
          const { sam } = school.users
          const lists = ['module-statuses', 'testmoments', `testmoments?module_id=${school.modules.ALG}`]
          const texts = new Map<string, string>()
          api.clock.now = MORNING
          for (const { change } of changes) {
            await change(database, school, api.clock)
            for (const reader of ['sam', 'teacher']) {
              const { token } = await api.logIn(`${reader}@school.test`)
              for (const list of lists) {
                const { status, body, headers } = await api.ask(`GET /user/${sam}/${list}`, { token })
                if (status !== 200) continue
                const key = `${list} ${headers.etag}`
                const text = JSON.stringify(body)
                expect(text, `by ${reader}: ${key}`).toBe(texts.get(key) ?? text)
                texts.set(key, text)
              }
            }
          }
        }),
        { numRuns: RUNS },
      )
    },
    underLoad(20_000 + 1_000 * RUNS),
  )
})

describeOnPostgres('the tag of a student’s list', (open) => {
  test('is made of their choices in one order, by whatever plan the database finds them', async () => {
    const database = await open()
    const { users, modules, moments } = await startTestSchool(database)
    const created_at = new Date(MORNING).toISOString()
    // Not as any index has them.
    for (const module_id of [modules.STA, modules.GON, modules.ALG]) {
      const choice = { user_id: users.sam, module_id, created_at }
      await database.kysely.insertInto('completed_module').values(choice).execute()
      await database.kysely
        .insertInto('enrollment')
        .values({ ...choice, testmoment_id: moments.open })
        .execute()
    }
    const standing = (plan: string) =>
      database.transaction(async (trx) => {
        for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan', 'seqscan'])
          await sql`select set_config(${`enable_${way}`}, ${way === plan ? 'on' : 'off'}, true)`.execute(trx)
        return listStudentRevisions(trx, [users.sam])
      })
    expect(await standing('seqscan')).toEqual(await standing('indexscan'))
  })
})
