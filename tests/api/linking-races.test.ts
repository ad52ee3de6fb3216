// @module-tag race
import { beforeEach, expect, test } from 'vitest'
import { createPasswords } from '#api-server/accounts/passwords.ts'
import { registerAccount } from '#api-server/accounts/register-account.ts'
import { assessStudentImport, importStudents } from '#api-server/acts/import/import-students.ts'
import { decideSchoolLogin, type SchoolLoginOutcome } from '#api-server/logins/linking.ts'
import { deleteUser } from '#api-server/users/edit-user.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import type { SchoolClaims } from '#domain/logins/linking.rules.ts'
import { newAddress, registrationOf } from '#tests/support/api/account-stage.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { meanwhile } from '#tests/support/halfway.ts'

const identities = Buffer.alloc(32, 7)

/** Whatever comes first has not committed when the other comes; on SQLite that one just waits. */
describeOnEachDatabase('a first login by the school', (open) => {
  const { database, school, add } = openStage(open, { server: 'none' })
  let username: string
  beforeEach(async () => {
    username = newAddress()
  })

  type InTransaction = (trx: Transaction) => Promise<unknown>
  /** A use case as a part of this transaction, which is committed later. */
  const within = (trx: Transaction): Database => ({ ...database, transaction: (work) => work(trx) })
  const claimsOf = (more: Partial<SchoolClaims> = {}): SchoolClaims => ({
    issuer: 'https://login.school.test',
    subject: username,
    email: username,
    emailVerified: true,
    isAdministrator: false,
    ...more,
  })
  const decide = (trx: Transaction, more: Partial<SchoolClaims> = {}) =>
    decideSchoolLogin(
      trx,
      { database, school: { trustedDomains: [] }, identitiesKey: identities },
      claimsOf(more),
      { purpose: 'login' },
      MORNING,
    )
  const login = (more: Partial<SchoolClaims> = {}): Promise<SchoolLoginOutcome> =>
    database.transaction((trx) => decide(trx, more))
  const loginDuring = (work: InTransaction, more: Partial<SchoolClaims> = {}) =>
    meanwhile(database, work, () => login(more))
  const accounts = () =>
    database.kysely
      .selectFrom('user')
      .select(['id', 'username', 'activated', 'password_hash', 'registration_ends_at'])
      .where('id', 'not in', Object.values(school.users))
      .execute()
  const ours = { activated: true, password_hash: null, registration_ends_at: null }

  test('that the same person makes twice makes one account, also from two addresses', async () => {
    let first: SchoolLoginOutcome | undefined
    const second = await loginDuring(
      async (trx) => {
        first = await decide(trx)
      },
      { email: newAddress() },
    )
    expect(second).toEqual(first)
    expect(await accounts()).toHaveLength(1)
  })

  const register = (to: Database) =>
    registerAccount(
      { database: to, passwords: createPasswords(), letters: { wake: () => undefined } },
      registrationOf(username),
      MORNING,
    )

  test.for(['before', 'after'] as const)('beside who registers the address just %s is theirs alone', async (when) => {
    if (when === 'before') await loginDuring((trx) => register(within(trx)))
    else await meanwhile(database, decide, () => register(database))
    expect(await accounts()).toMatchObject([{ username, ...ours }])
    const waiting = database.kysely.selectFrom('registration').select('registration.id')
    expect(await waiting.innerJoin('user', 'user.id', 'user_id').where('username', '=', username).execute()).toEqual([])
  })

  const listing = (address: string) => `e-mail;studentnummer;voornaam;achternaam\n${address};S77;Eva;Smit`
  const importing = async (text: string) => {
    const { confirmation } = (await assessStudentImport(database.kysely, { text })).preview
    if (confirmation === null) throw new Error('the list is refused')
    const desk = { letters: { wake: () => undefined }, clock: () => MORNING }
    return (to: Database) => importStudents({ ...desk, database: to }, { text, confirmation }, school.users.teacher)
  }

  test.for(['address', 'number'] as const)('beside an import with the %s finds what was imported', async (same) => {
    const imported = same === 'address' ? username : newAddress()
    const start = await importing(listing(imported))
    const outcome = await loginDuring((trx) => start(within(trx)), { studentNumber: 'S77' })
    const [account, ...others] = await accounts()
    expect(others).toEqual([])
    expect(account).toMatchObject({ ...ours, username })
    expect(outcome).toMatchObject({ userId: account?.id })
  })

  test('just before an import keeps what it made: the list is no longer what was confirmed', async () => {
    const start = await importing(listing(newAddress()))
    const [done] = await meanwhile(
      database,
      (trx) => decide(trx, { studentNumber: 'S77' }),
      () => Promise.allSettled([start(database)]),
    )
    expect(done).toMatchObject({ status: 'rejected', reason: { reason: 'plan-changed' } })
    expect(await accounts()).toMatchObject([{ username, ...ours }])
  })

  test('beside an edit that gives the number to somebody else has none', async () => {
    const holder = await add.user({ username: newAddress() })
    const edit: InTransaction = (trx) =>
      trx.updateTable('user').set({ student_number: 'S77' }).where('id', '=', holder).execute()
    const outcome = await loginDuring(edit, { studentNumber: 'S77' })
    const made = (await accounts()).find(({ id }) => 'userId' in outcome && id === outcome.userId)
    expect(made).toMatchObject({ username })
    const notices = await database.kysely.selectFrom('login_notice').selectAll().execute()
    expect(notices).toMatchObject([{ kind: 'number-taken', user_id: made?.id, other_user_id: holder }])
  })

  const remove = (to: Database, userId: number) =>
    deleteUser(
      { database: to, keys: { identities } },
      { id: school.users.teacher, roles: ['ROLE_ADMIN'] },
      { userId },
      MORNING,
    )

  test('beside a deletion of its account is kept out, whichever comes first', async () => {
    const made = await login()
    if (!('userId' in made)) throw new Error(made.failure)
    const outcome = await loginDuring((trx) => remove(within(trx), made.userId))
    expect(outcome).toEqual({ failure: 'barred', code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/) })

    // Somebody else, whose account is linked while a teacher deletes it.
    const [subject, userId] = ['other', school.users.noor]
    const theirs = { subject, email: 'noor@school.test' }
    await meanwhile(
      database,
      (trx) => decide(trx, theirs),
      () => remove(database, userId),
    )
    expect(await login(theirs)).toMatchObject({ failure: 'barred' })
    expect(await accounts()).toEqual([])
  })
})
