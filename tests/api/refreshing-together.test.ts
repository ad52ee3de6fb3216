// @module-tag race
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSession } from '#api-server/sessions/log-in.ts'
import { openRefreshDesk, type Refresh } from '#api-server/sessions/refresh-sessions.ts'
import type { Database } from '#database/engine/open-database.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway } from '#tests/support/halfway.ts'

const logins = { passwords: 'on', secondFactorFor: 'off' } as const

describeOnEachDatabase('refreshing together', (open) => {
  const { database, school } = openStage(open, { server: 'none' })
  let transactions: number
  let refresh: Refresh
  beforeEach(async () => {
    transactions = 0
    const counted: Database = {
      ...database,
      transaction: (work) => {
        transactions += 1
        return database.transaction(work)
      },
    }
    refresh = openRefreshDesk({ database: counted, key: randomBytes(32), logins, clock: () => MORNING })
  })

  const logIn = async (user: 'sam' | 'noor') => {
    const user_id = school.users[user]
    const session = await startSession(database, { user_id, token_version: 1, device: 'test', now: MORNING })
    return { token: session?.refresh_token ?? '', id: session?.id ?? 0 }
  }
  const outcomesOf = async (tokens: readonly string[]) =>
    (await Promise.allSettled(tokens.map(refresh))).map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : outcome.reason.reason,
    )
  const stored = (session_id: number) =>
    database.kysely.selectFrom('refresh_token').select('superseded_at').where('session_id', '=', session_id).execute()

  test('a crowd of logins takes one transaction, and each gets the tokens of their own', async () => {
    const logins = await Promise.all((['sam', 'noor', 'sam', 'noor'] as const).map(logIn))
    const answers = await outcomesOf(logins.map(({ token }) => token))
    expect(transactions).toBe(1)
    expect(answers.map(({ id }) => id)).toEqual(logins.map(({ id }) => id))
    const again = await outcomesOf(answers.map(({ refresh_token }) => refresh_token))
    expect(again.map(({ id }) => id)).toEqual(logins.map(({ id }) => id))
  })

  test('one token many times over has one successor', async () => {
    const { token, id } = await logIn('sam')
    const answers = await outcomesOf(Array(20).fill(token))
    expect(transactions).toBe(1)
    expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1)
    expect(await stored(id)).toHaveLength(2)
  })

  test('an unknown token is refused alone', async () => {
    const [sam, noor] = [await logIn('sam'), await logIn('noor')]
    const answers = await outcomesOf([sam.token, 'nobody’s', noor.token])
    expect(transactions).toBe(1)
    expect(answers).toMatchObject([{ id: sam.id }, 'token-revoked', { id: noor.id }])
  })

  test('a token and its successor may come together, as from a tab that was slow', async () => {
    const { token, id } = await logIn('sam')
    const { refresh_token: second } = await refresh(token)
    const answers = await outcomesOf([token, second])
    expect(answers).toMatchObject([{ refresh_token: second }, { id }])
    expect((await stored(id)).filter(({ superseded_at }) => superseded_at === null)).toHaveLength(1)
  })

  test('a theft that shows within a batch ends that family for all who come behind, and no other', async () => {
    const [sam, noor] = [await logIn('sam'), await logIn('noor')]
    const { refresh_token: second } = await refresh(sam.token)
    const { refresh_token: third } = await refresh(second)
    const answers = await outcomesOf([noor.token, sam.token, third])
    expect(answers).toMatchObject([{ id: noor.id }, 'token-revoked', 'token-revoked'])
    const sessions = await database.kysely.selectFrom('session').select(['id', 'revoked_at']).execute()
    expect(sessions.filter(({ revoked_at }) => revoked_at !== null)).toMatchObject([{ id: sam.id }])
  })

  test('another process’s exchange that is under way is waited for, not repeated', async () => {
    const { token, id } = await logIn('sam')
    const key = randomBytes(32)
    const elsewhere = () => openRefreshDesk({ database, key, logins, clock: () => MORNING })(token)
    const [one, other] = await halfway(database, {
      hold: (trx) => trx.selectFrom('session').select('id').where('id', '=', id).forUpdate().execute(),
      first: elsewhere,
      second: elsewhere,
    })
    expect(one.refresh_token).toBe(other.refresh_token)
    expect(await stored(id)).toHaveLength(2)
  })
})
