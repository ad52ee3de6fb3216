import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { startSchoolProvider, type TestProvider } from '#tests/support/api/school-provider.ts'
import type { TestApi } from '#tests/support/api/test-api.ts'
import { startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { openBrowser, PEOPLE, PUBLIC_URL, startSchoolApi } from './support/school-stage.ts'

/** @module-tag pooled */
describeOnEachDatabase('a login by the school', (open) => {
  let database: Database
  let provider: TestProvider
  let api: TestApi
  beforeAll(async () => {
    database = await open()
    provider = await startSchoolProvider({ publicUrl: PUBLIC_URL, people: PEOPLE })
  })
  afterAll(() => provider.stop())
  beforeEach(async () => {
    await startTestSchool(database)
    api = await startSchoolApi(database, provider)
  })

  test('leads by the provider back to where it began, and to tokens that hold', async () => {
    const browser = openBrowser(api, provider)
    const location = await browser.comeBack(
      await browser.atSchool.logIn(await browser.begin('/student/history'), 'nieuw'),
    )
    expect(location).toMatch(/^https:\/\/wiskunde\.test\/student\/history#school-code=[\w-]{43}$/)
    const { status, body } = await browser.exchange(location)
    expect(status).toBe(200)
    const { token } = body as { token: string }
    expect(await api.ask('GET /user', { token })).toMatchObject({
      body: { username: 'nieuw@school.test', first_name: 'Nieuw', student_number: '0912345' },
    })
  })
})
