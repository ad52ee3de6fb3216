import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { MORNING, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { changesToLists } from './support/changes-to-lists.ts'

const RUNS = Number(process.env.TAG_RUNS ?? 40)

describeOnEachDatabase('the tag of a student’s list', (open) => {
  test(
    'stands for one text, whatever changes and whoever reads',
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
    20_000 + 500 * RUNS,
  )
})
