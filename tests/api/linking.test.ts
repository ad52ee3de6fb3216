import { expect, test } from 'vitest'
import { makeAdministrator } from '#api-server/accounts/invitations.ts'
import { createPasswords } from '#api-server/accounts/passwords.ts'
import { registerAccount } from '#api-server/accounts/register-account.ts'
import { decideSchoolLogin, type SchoolLoginOutcome } from '#api-server/logins/linking.ts'
import { openTicket, spendChallenge } from '#api-server/logins/tickets.ts'
import type { SchoolClaims, WantedLogin } from '#domain/logins/linking.rules.ts'
import { FIRST_PASSWORD, newAddress, registrationOf } from '#tests/support/api/account-stage.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addUser, MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const KEY = Buffer.alloc(32, 7)
const ISSUER = 'https://login.school.test'

describeOnEachDatabase('a login by the school', (open) => {
  const { database, school, set } = openStage(open, { server: 'none' })

  const claimsOf = (subject: string, more: Partial<SchoolClaims> = {}): SchoolClaims => ({
    issuer: ISSUER,
    subject,
    email: `${subject}@school.test`,
    emailVerified: true,
    isAdministrator: false,
    ...more,
  })
  const login = (claims: SchoolClaims, wish: WantedLogin = { purpose: 'login' }): Promise<SchoolLoginOutcome> =>
    database.transaction((trx) =>
      decideSchoolLogin(trx, { database, school: { trustedDomains: [] }, identitiesKey: KEY }, claims, wish, MORNING),
    )
  const idOf = (outcome: SchoolLoginOutcome) => ('userId' in outcome ? outcome.userId : outcome.failure)
  const userOf = (id: number) =>
    database.kysely.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('a new person becomes an activated student without a password, and is asked for what is missing', async () => {
    const outcome = await login(claimsOf('eva', { firstName: 'Eva', studentNumber: 's1' }))
    expect(await userOf(Number(idOf(outcome)))).toMatchObject({
      username: 'eva@school.test',
      first_name: 'Eva',
      last_name: '',
      search_text: 'eva eva@school.test s1',
      student_number: 'S1',
      roles: 'ROLE_STUDENT',
      activated: true,
      password_hash: null,
      onboarding_step: 1,
      information_checked: false,
    })
    expect(await auditTrail(database)).toEqual([`user null created user ${idOf(outcome)}: `])
  })

  test('is known by issuer and subject alone from then on', async () => {
    const eva = idOf(await login(claimsOf('eva')))
    expect(idOf(await login(claimsOf('eva', { email: 'noor@school.test' })))).toBe(eva)
    expect(idOf(await login(claimsOf('eva', { email: undefined, emailVerified: false })))).toBe(eva)
    // Subjects differ by their capitals, and by their issuer.
    expect(idOf(await login(claimsOf('EVA', { email: 'eva2@school.test' })))).not.toBe(eva)
    const elsewhere = claimsOf('eva', { issuer: 'https://other.test', email: 'eva3@school.test' })
    expect(idOf(await login(elsewhere))).not.toBe(eva)
    // Their address, given to somebody else, does not give away the account.
    expect(await login(claimsOf('new', { email: 'noor@school.test' }))).toMatchObject({ userId: school.users.noor })
    expect(await login(claimsOf('newer', { email: 'noor@school.test' }))).toEqual({ failure: 'other-identity' })
  })

  test('follows a new address unless somebody has it, of which a teacher is notified once', async () => {
    const eva = Number(idOf(await login(claimsOf('eva'))))
    await database.kysely
      .insertInto('password_reset')
      .values({ nonce: 'old', user_id: eva, created_at: at(0), expires_at: at(1) })
      .execute()
    const letter = { kind: 'factor-letter', secret: 'x', userId: eva } as const
    await database.transaction(async (trx) => {
      await openTicket(trx, letter, MORNING)
      await spendChallenge(trx, { challenge: 'answered', userId: eva }, MORNING)
    })
    await login(claimsOf('eva', { email: 'Eva.Smit@school.test' }))
    expect(await userOf(eva)).toMatchObject({ username: 'eva.smit@school.test', search_text: 'eva.smit@school.test' })
    // A letter that went to the old address opens nothing any more.
    expect(await database.kysely.selectFrom('password_reset').select('id').execute()).toEqual([])
    const tickets = await database.kysely.selectFrom('login_ticket').select('kind').execute()
    expect(tickets).toEqual([{ kind: 'challenge' }])
    for (const address of ['noor', 'noor', 'sam', 'sam']) {
      await login(claimsOf('eva', { email: `${address}@school.test` }))
      await database.kysely
        .updateTable('login_notice')
        .set({ settled_at: at(0) })
        .execute()
    }
    await login(claimsOf('eva', { email: 'sam@school.test' }))
    const notices = await database.kysely.selectFrom('login_notice').selectAll().execute()
    expect(notices).toMatchObject([
      { kind: 'address-taken', user_id: eva, other_user_id: school.users.sam, settled_at: at(0) },
    ])
    await login(claimsOf('eva', { email: 'noor@school.test' }))
    expect(await database.kysely.selectFrom('login_notice').selectAll().execute()).toMatchObject([
      { other_user_id: school.users.noor, settled_at: null },
    ])
    expect(await userOf(eva)).toMatchObject({ username: 'eva.smit@school.test' })
  })

  test('links no account by an address that is not verified', async () => {
    for (const emailVerified of [false, undefined])
      expect(await login(claimsOf('noor', { emailVerified }))).toEqual({ failure: 'address-unverified' })
    expect(await database.kysely.selectFrom('external_identity').selectAll().execute()).toEqual([])
  })

  test('links an account in use, which keeps its password and logins; its owner gets a letter', async () => {
    const { noor } = school.users
    const before = await userOf(noor)
    expect(await login(claimsOf('noor'))).toMatchObject({ userId: noor, tokenVersion: before.token_version })
    expect(await userOf(noor)).toEqual({ ...before, version: before.version + 1 })
    expect(await auditTrail(database)).toEqual([`user ${noor} school-linked user ${noor}: `])
    const letters = database.kysely.selectFrom('outbox').select('payload').where('kind', '=', 'login-changed-letter')
    const payloads = (await letters.execute()).map(({ payload }) => JSON.parse(payload))
    expect(payloads).toContainEqual({ user_id: noor, changed: 'school-linked' })
  })

  test('ends all that somebody prepared who registered the address before', async () => {
    const username = newAddress()
    const deps = { database, passwords: createPasswords(), letters: { wake: () => undefined } }
    await registerAccount(deps, registrationOf(username, FIRST_PASSWORD), MORNING)
    const squatted = await database.kysely
      .selectFrom('user')
      .select(['id', 'token_version'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const user_id = squatted.id
    const until = { created_at: at(0), last_used_at: at(0), expires_at: at(1) }
    await set.user(user_id, { password_hash: 'stranger’s' })
    await database.kysely
      .insertInto('session')
      .values({ user_id, device: 'Firefox', ...until })
      .execute()
    await database.kysely
      .insertInto('password_reset')
      .values({ user_id, nonce: 'x', created_at: at(0), expires_at: at(1) })
      .execute()

    const outcome = await login(claimsOf('eva', { email: username }))
    expect(outcome).toMatchObject({ userId: user_id, tokenVersion: squatted.token_version + 1 })
    const ended = { activated: true, password_hash: null, activation_nonce: null, registration_ends_at: null }
    expect(await userOf(user_id)).toMatchObject(ended)
    const { kysely } = database
    expect(await kysely.selectFrom('registration').select('id').where('user_id', '=', user_id).execute()).toEqual([])
    expect(await kysely.selectFrom('password_reset').select('id').where('user_id', '=', user_id).execute()).toEqual([])
    expect(await kysely.selectFrom('session').select('revoked_at').where('user_id', '=', user_id).execute()).toEqual([
      { revoked_at: at(0) },
    ])
  })

  test('finds an imported account by its number, and only one that nobody was in', async () => {
    const waiting = { activated: false, activation_expires_at: at(3) }
    const add = (student_number: string, more = {}) =>
      addUser(database, {
        username: newAddress(),
        student_number,
        activation_nonce: student_number,
        ...waiting,
        ...more,
      })
    const imported = await add('S1')
    const outcome = await login(claimsOf('eva', { studentNumber: 's1' }))
    expect(outcome).toMatchObject({ userId: imported })
    expect(await userOf(imported)).toMatchObject({
      username: 'eva@school.test',
      activated: true,
      activation_nonce: null,
    })

    const used = [
      await add('S2', { activated: true, activation_nonce: null, activation_expires_at: null }),
      await add('S3', { registration_ends_at: at(1) }),
      await add('S4', { password_hash: 'owner’s' }),
      await add('S5'),
      await add('S6', { roles: 'ROLE_ADMIN' }),
    ]
    const session = { device: 'Firefox', created_at: at(0), last_used_at: at(0), expires_at: at(1) }
    await database.kysely
      .insertInto('session')
      .values({ user_id: Number(used[3]), ...session })
      .execute()
    for (const [index, holder] of used.entries()) {
      const made = Number(idOf(await login(claimsOf(`new-${index}`, { studentNumber: `S${index + 2}` }))))
      expect(used).not.toContain(made)
      expect(await userOf(made)).toMatchObject({ student_number: null })
      const notices = database.kysely.selectFrom('login_notice').selectAll().where('user_id', '=', made)
      expect(await notices.execute()).toMatchObject([{ kind: 'number-taken', other_user_id: holder }])
    }
  })

  test('lets nobody in who was switched off', async () => {
    const { noor, unactivated } = school.users
    await login(claimsOf('noor'))
    await database.kysely
      .updateTable('user')
      .set({ activated: false, student_number: 'S9' })
      .where('id', 'in', [noor])
      .execute()
    expect(await login(claimsOf('noor'))).toEqual({ failure: 'account-off' })
    // Nor under another address, nor as somebody who never linked.
    expect(await login(claimsOf('again', { studentNumber: 'S9' }))).toEqual({ failure: 'account-off' })
    expect(await login(claimsOf('unactivated'))).toEqual({ failure: 'account-off' })
    expect(await userOf(unactivated)).toMatchObject({ activated: false })
  })

  test('links an administrator who is logged in, or right after npm run admin, and once', async () => {
    const { teacher } = school.users
    const claims = claimsOf('teacher', { isAdministrator: true })
    expect(await login(claims)).toEqual({ failure: 'administrator-unlinked' })
    const asking: WantedLogin = { purpose: 'link', userId: teacher }
    expect(await login(claimsOf('teacher', { emailVerified: false }), asking)).toMatchObject({ userId: teacher })
    expect(await login(claims)).toMatchObject({ userId: teacher })

    await makeAdministrator(database, 'new@school.test', MORNING, { linkUntil: MORNING + 1 })
    const made = Number(idOf(await login(claimsOf('new'))))
    expect(await userOf(made)).toMatchObject({ roles: 'ROLE_ADMIN', activated: true, identity_link_until: null })
    await makeAdministrator(database, 'late@school.test', MORNING - 1, { linkUntil: MORNING })
    expect(await login(claimsOf('late'))).toEqual({ failure: 'administrator-unlinked' })
  })

  test('makes a teacher by the claim only for a new account, and of a demoted one a student', async () => {
    const isAdministrator = true
    const made = Number(idOf(await login(claimsOf('eva', { isAdministrator }))))
    expect(await userOf(made)).toMatchObject({ roles: 'ROLE_ADMIN' })
    await set.user(made, { roles: 'ROLE_STUDENT' })
    await login(claimsOf('eva', { isAdministrator }))
    await login(claimsOf('noor', { isAdministrator }))
    for (const id of [made, school.users.noor]) expect(await userOf(id)).toMatchObject({ roles: 'ROLE_STUDENT' })
  })

  test('proves again who somebody is only by their own', async () => {
    const { noor, sam } = school.users
    await login(claimsOf('noor'))
    await login(claimsOf('sam'))
    expect(await login(claimsOf('noor'), { purpose: 'prove', userId: noor })).toMatchObject({ userId: noor })
    expect(await login(claimsOf('noor'), { purpose: 'prove', userId: sam })).toEqual({ failure: 'other-person' })
    expect(await login(claimsOf('noor'), { purpose: 'link', userId: sam })).toEqual({ failure: 'other-account' })
    expect(await login(claimsOf('x'), { purpose: 'link', userId: sam })).toEqual({ failure: 'other-identity' })
  })
})

const at = (days: number) => new Date(MORNING + days * 86_400_000).toISOString()
