import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '#database/engine/open-database.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

/**
 * What answers 2xx to a student who names another student's ids, and to an administrator who does. Every operation of
 * the API is asked; one that is not listed here has to refuse. To nobody, nothing answers 2xx without a right secret.
 */
const answered = {
  student: ['GET /user', 'GET /modules', 'GET /schoolyear', 'GET /education-departments'],
  administrator: [
    'GET /user',
    'GET /user/{id}',
    'GET /user/{id}/module-statuses',
    'GET /user/{id}/testmoments',
    'GET /user/{id}/education-department',
    'GET /modules',
    'GET /education-departments',
    'GET /schoolyear',
    'POST /enrollment',
    'DELETE /enrollment/{id}',
  ],
}

const openApiSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ security: z.array(z.unknown()) }))),
})

describeOnEachDatabase('every operation', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  interface Operation {
    name: string
    /** needs a token */
    guarded: boolean
  }

  const listOperations = async (api: TestApi): Promise<Operation[]> => {
    const { paths } = openApiSchema.parse((await api.ask('GET /openapi.json')).body)
    return Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { security }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        guarded: security.length > 0,
      })),
    )
  }

  /** Asks about Noor and what is hers, in a school of its own. */
  const askAboutNoor = async (
    api: TestApi,
    { name }: Operation,
    tokenOf: (school: TestSchool) => Promise<string | undefined>,
  ) => {
    const school = await startTestSchool(database)
    const { noor: user_id } = school.users
    const place = { user_id, testmoment_id: school.moments.open, module_id: school.modules.ALG }
    const { id } = await database.kysely
      .insertInto('enrollment')
      .values({ ...place, created_at: '2026-02-01T09:00:00.000Z' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const path = name.replace('/enrollment/{id}', `/enrollment/${id}`).replaceAll(/\{\w+\}/g, String(user_id))
    const token = await tokenOf(school)
    const body = { ...place, module_id: school.modules.GON }
    return (await api.ask(path, { ...(token && { token }), ...(name.startsWith('GET') ? {} : { body }) })).status
  }

  const succeeded = (status: number) => status >= 200 && status < 300

  const listAnswered = async (api: TestApi, tokenOf: (school: TestSchool) => Promise<string | undefined>) => {
    const names: string[] = []
    for (const operation of await listOperations(api))
      if (succeeded(await askAboutNoor(api, operation, tokenOf))) names.push(operation.name)
    return names
  }

  const expectGuarded = async (api: TestApi, tokenOf: (school: TestSchool) => Promise<string | undefined>) => {
    for (const operation of await listOperations(api)) {
      const status = await askAboutNoor(api, operation, tokenOf)
      if (operation.guarded) expect(status, operation.name).toBe(401)
      else expect(succeeded(status), operation.name).toBe(false)
    }
  }

  test('asks nobody in', async () => {
    await expectGuarded(await startTestApi(database), async () => undefined)
  })

  test('refuses an account that is no longer activated, whose token has not expired', async () => {
    const api = await startTestApi(database)
    await expectGuarded(api, async ({ users }) => {
      const { token } = await api.logIn('sam@school.test')
      await database.kysely.updateTable('user').set({ activated: false }).where('id', '=', users.sam).execute()
      return token
    })
  })

  test('shows a student nothing of another, and lets them touch nothing', async () => {
    const api = await startTestApi(database)
    const names = await listAnswered(api, async () => (await api.logIn('sam@school.test')).token)
    expect(names.toSorted()).toEqual(answered.student.toSorted())
  })

  test('answers an administrator where it should', async () => {
    const api = await startTestApi(database)
    const names = await listAnswered(api, async () => (await api.logIn('teacher@school.test')).token)
    expect(names.toSorted()).toEqual(answered.administrator.toSorted())
  })

  test('says not-yours to a student alike for ids that are somebody’s and that are nobody’s', async () => {
    const api = await startTestApi(database)
    const { users, moments, modules } = await startTestSchool(database)
    const { token } = await api.logIn('sam@school.test')
    for (const id of [users.noor, users.teacher, 2_147_483_647]) {
      const body = { user_id: id, testmoment_id: moments.open, module_id: modules.ALG }
      const replies = [
        await api.ask(`GET /user/${id}`, { token }),
        await api.ask(`GET /user/${id}/module-statuses`, { token }),
        await api.ask(`GET /user/${id}/testmoments`, { token }),
        await api.ask('POST /enrollment', { token, body }),
      ]
      for (const reply of replies) expect(reply).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
    }
    expect(await database.kysely.selectFrom('enrollment').select('id').execute()).toEqual([])
  })
})
