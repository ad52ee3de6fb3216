import { beforeEach, expect, test, vi } from 'vitest'
import { sweepLogins } from '#api-server/sweeping/sweep-logins.ts'
import type { Database } from '#database/engine/open-database.ts'
import { MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const DAY = 86_400_000
const iso = (ms: number) => new Date(ms).toISOString()

describeOnEachDatabase('logins that expired', (open) => {
  let database: Database
  let school: TestSchool
  beforeEach(async () => {
    database ??= await open()
    school = await startTestSchool(database)
  })

  const addLogin = async (expires_at: string) => {
    const times = { created_at: iso(MORNING - 200 * DAY), expires_at }
    const session = { ...times, user_id: school.users.sam, device: 'telefoon', last_used_at: times.created_at }
    const { id } = await database.kysely.insertInto('session').values(session).returning('id').executeTakeFirstOrThrow()
    const token = { ...times, token_hash: `token-${id}`, session_id: id }
    await database.kysely.insertInto('refresh_token').values(token).execute()
    return id
  }
  const kept = async () => {
    const tokens = await database.kysely
      .selectFrom('refresh_token')
      .select('session_id')
      .orderBy('session_id')
      .execute()
    return tokens.map(({ session_id }) => session_id)
  }

  test('are thrown away with their tokens a month later, however many there are', async () => {
    const month = 30 * DAY
    for (let count = 0; count < 45; count++) await addLogin(iso(MORNING - month - 1))
    const others = [await addLogin(iso(MORNING - month)), await addLogin(iso(MORNING + DAY))]
    const sweeping = sweepLogins({
      database,
      clock: () => MORNING,
      log: { warn: () => undefined },
      pauses: { first: 0, between: 0, after: 3_600_000 },
    })
    await vi.waitFor(async () => expect(await kept()).toEqual(others), 10_000)
    await sweeping.stop()
    const sessions = await database.kysely.selectFrom('session').select('id').orderBy('id').execute()
    expect(sessions.map(({ id }) => id)).toEqual(others)
  })
})
