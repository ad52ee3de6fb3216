import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { activateAccount } from '#api-server/accounts/activate-account.ts'
import { resendActivation } from '#api-server/accounts/invitations.ts'
import { requestPasswordReset } from '#api-server/accounts/password-reset.ts'
import { createPasswords } from '#api-server/accounts/passwords.ts'
import { registerAccount } from '#api-server/accounts/register-account.ts'
import { linkKeyOf } from '#api-server/facts/link-key.ts'
import { openTicket, secretHash } from '#api-server/logins/tickets.ts'
import { forgetUnactivated, sweepLogins } from '#api-server/sessions/sweep-logins.ts'
import type { KeyRing } from '#server/keys.ts'
import { registrationOf } from '#tests/support/api/account-stage.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'

const DAY = 86_400_000
const iso = (ms: number) => new Date(ms).toISOString()

describeOnEachDatabase('logins that expired', (open) => {
  const { database, school, add } = openStage(open, { server: 'none' })

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
    const HOUR = 3_600_000
    for (const [secret, made] of [
      ['over', MORNING - 3 * HOUR],
      ['counted', MORNING - HOUR],
    ] as const)
      await openTicket(database.kysely, { kind: 'second-factor', secret, userId: school.users.sam }, made)
    const sweeping = sweepLogins({
      database,
      clock: () => MORNING,
      log: { warn: () => undefined },
      pauses: { first: 0, between: 0, after: 3_600_000 },
    })
    await eventually(async () => expect(await kept()).toEqual(others))
    await sweeping.stop()
    const sessions = await database.kysely.selectFrom('session').select('id').orderBy('id').execute()
    expect(sessions.map(({ id }) => id)).toEqual(others)
    // Wrong codes of the last hour count, by whichever ticket they were given.
    const tickets = await database.kysely.selectFrom('login_ticket').select('secret_hash').execute()
    expect(tickets).toEqual([{ secret_hash: secretHash('counted') }])
  })

  test('go with accounts that were registered and never activated, 30 days after their last letter', async () => {
    const { kysely } = database
    await kysely.deleteFrom('outbox').execute()
    const desk = { database, passwords: createPasswords(), letters: { wake: () => undefined } }
    const register = (username: string) => registerAccount(desk, registrationOf(username), MORNING)
    const names = ['alone', 'asked', 'resent', 'enrolled', 'activated', 'imported'].map((name) => `${name}@school.test`)
    const [alone = '', asked = '', resent = '', enrolled = '', activated = '', imported = ''] = names
    for (const username of [alone, asked, resent, enrolled, activated]) await register(username)
    const all = kysely.selectFrom('user').select(['id', 'username']).where('username', 'in', names)
    const idOf = async (name: string) => (await all.where('username', '=', name).executeTakeFirstOrThrow()).id

    const at = MORNING + DAY
    const waiting = { activated: false, activation_nonce: 'imported', activation_expires_at: iso(at) }
    await add.user({ username: imported, ...waiting })
    await requestPasswordReset(desk, asked, at)
    const teacher = {
      id: school.users.teacher,
      roles: ['ROLE_ADMIN' as const],
      sessionId: 1,
      tokenVersion: 1,
      provedAt: 0,
      until: 0,
    }
    await resendActivation(desk, teacher, await idOf(resent), at)
    await kysely
      .insertInto('enrollment')
      .values({
        user_id: await idOf(enrolled),
        testmoment_id: school.moments.closed,
        module_id: school.modules.ALG,
        created_at: iso(at),
      })
      .execute()
    const links: KeyRing = [randomBytes(32)]
    const { nonce } = await kysely
      .selectFrom('registration')
      .select('nonce')
      .where('user_id', '=', await idOf(activated))
      .executeTakeFirstOrThrow()
    const opening = { database, passwords: createPasswords(), links }
    await activateAccount(opening, { key: linkKeyOf(links, 'activation', nonce), registeredHere: nonce }, at)

    const left = async (now: number) => {
      while ((await forgetUnactivated(database, { most: 1, now })) > 0);
      return (await all.orderBy('id').execute()).map(({ username }) => username)
    }
    expect(await left(MORNING + 30 * DAY - 1)).toHaveLength(6)
    expect(await left(MORNING + 30 * DAY)).toEqual([asked, resent, enrolled, activated, imported])
    expect(await left(MORNING + 31 * DAY)).toEqual([enrolled, activated, imported])
    expect(await left(MORNING + 1000 * DAY)).toEqual([enrolled, activated, imported])
    const { by_schedule } = await kysely
      .selectFrom('audit')
      .select('by_schedule')
      .where('action', '=', 'deleted')
      .executeTakeFirstOrThrow()
    expect(by_schedule).toBe(true)
  })
})
