import { beforeEach, expect } from 'vitest'
import { previewPublication } from '#contract/results.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Module, User } from '#tests/support/api/test-school.ts'

export const passed = (grade: number | null = null): ResultValue => ({ outcome: 'passed', grade })
export const failed = (grade: number | null = null): ResultValue => ({ outcome: 'failed', grade })

/** Before each test: a moment of today at which Sam and Noor took ALG, and a teacher who has nothing typed yet. */
export function resultStage(open: () => Promise<Database>) {
  const stage = openStage(open, { as: 'teacher', loggedIn: ['teacher'] })
  const { database, ask } = stage
  let today: number
  let sam: number
  let noor: number
  beforeEach(async () => {
    today = await stage.add.moment({ date: '2026-03-10', starts_at: '09:00' })
    sam = await enroll('sam')
    noor = await enroll('noor')
  })

  const enroll = (user: User, module: Module = 'ALG', at = today) => stage.enroll(user, at, module)

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
    ...stage,
    get today() {
      return today
    },
    get sam() {
      return sam
    },
    get noor() {
      return noor
    },
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
