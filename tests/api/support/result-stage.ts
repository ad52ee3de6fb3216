import { beforeAll, beforeEach, expect } from 'vitest'
import { previewPublication } from '#contract/results.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'
import { emptyOutbox } from '#tests/support/api/enrolled.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { addMoment, MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'

export const passed = (grade: number | null = null): ResultValue => ({ outcome: 'passed', grade })
export const failed = (grade: number | null = null): ResultValue => ({ outcome: 'failed', grade })

type User = keyof TestSchool['users']
type Module = keyof TestSchool['modules']

/** Before each test: a moment of today at which Sam and Noor took ALG, and a teacher who has nothing typed yet. */
export function resultStage(open: () => Promise<Database>) {
  let database: Database
  let school: TestSchool
  let api: TestApi
  let token: string
  let today: number
  let sam: number
  let noor: number
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
    await emptyOutbox(database)
    api = await startTestApi(database)
    token = (await api.logIn('teacher@school.test')).token
    const year = database.kysely.selectFrom('schoolyear').select('id').where('active', '=', true)
    const { id: schoolyear_id } = await year.executeTakeFirstOrThrow()
    today = await addMoment(database, { schoolyear_id, date: '2026-03-10', starts_at: '09:00' })
    sam = await enroll('sam')
    noor = await enroll('noor')
  })

  async function enroll(user: User, module: Module = 'ALG', at = today): Promise<number> {
    const row = { user_id: school.users[user], testmoment_id: at, module_id: school.modules[module] }
    const created = database.kysely
      .insertInto('enrollment')
      .values({ ...row, created_at: new Date(MORNING).toISOString() })
      .returning('id')
    return (await created.executeTakeFirstOrThrow()).id
  }

  const ask = (operation: string, body?: object) => api.ask(operation, { token, ...(body && { body }) })

  /** Types these over what stands there. */
  async function type(...typed: [enrollment: number, value: ResultValue | null][]): Promise<void> {
    const rows = await database.kysely.selectFrom('result').select(['enrollment_id', 'version']).execute()
    const versions = new Map(rows.map(({ enrollment_id, version }) => [enrollment_id, version]))
    const entities = typed.map(([enrollment_id, value]) => ({
      enrollment_id,
      version: versions.get(enrollment_id) ?? 0,
      value,
    }))
    expect((await ask(`PUT /testmoment/${today}/results`, { entities })).status).toBe(200)
  }

  async function preview(body: { module_ids?: number[] } = {}) {
    const { status, body: reply } = await ask(`POST /testmoment/${today}/results/preview`, body)
    expect(status).toBe(200)
    return previewPublication.reply.parse(reply)
  }
  const confirm = (confirmation: string, body: { module_ids?: number[]; message?: object } = {}) =>
    ask(`POST /testmoment/${today}/results/publish`, { ...body, confirmation })

  /** Publishes the results that a preview showed just before. */
  async function publish(body: { module_ids?: number[] } = {}) {
    const { publication, confirmation } = await preview(body)
    expect(await confirm(confirmation, body)).toEqual(
      expect.objectContaining({ status: 200, body: { publication, students_messaged: expect.any(Number) } }),
    )
    return publication
  }

  return {
    get database() {
      return database
    },
    get school() {
      return school
    },
    get api() {
      return api
    },
    get token() {
      return token
    },
    get today() {
      return today
    },
    get sam() {
      return sam
    },
    get noor() {
      return noor
    },
    /** so long (ms) that the teacher has to log in again */
    laterBy: async (ms: number) => {
      api.clock.now += ms
      token = (await api.logIn('teacher@school.test')).token
    },
    ask,
    enroll,
    type,
    preview,
    confirm,
    publish,
    tasks: async (kind: string): Promise<number[]> => {
      const rows = await database.kysely.selectFrom('outbox').select('payload').where('kind', '=', kind).execute()
      return rows.map(({ payload }) => Number(JSON.parse(payload).publication_id))
    },
    completions: async (): Promise<[user: number, module: number][]> => {
      const rows = await database.kysely.selectFrom('completed_module').selectAll().orderBy('user_id').execute()
      return rows.map(({ user_id, module_id }) => [user_id, module_id])
    },
  }
}
