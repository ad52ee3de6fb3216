import { createHmac } from 'node:crypto'
import { recordChange } from '#api-server/facts/record-change.ts'
import { pathOf } from '#contract/endpoint.ts'
import { liftBarredLogin, settleLoginNotice } from '#contract/logins.gen.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { pick } from '#domain/entities/pick.ts'
import type { MetByLogin, SchoolClaims } from '#domain/logins/linking.rules.ts'
import type { BarredLogin, LoginNotice } from '#domain/logins/login.schema.ts'
import { personLabel } from '#domain/users/names.ts'
import { Problem } from '#server/problem.ts'

/** Letters and digits that are not mistaken for one another. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * Key of a person at a provider, by HMAC so that readers of the database cannot try names; `number` has 32 bits, for a lock.
 * `key` is the identities key of `Keys`.
 */
export function personOf(key: Buffer, { issuer, subject }: Pick<SchoolClaims, 'issuer' | 'subject'>) {
  const digest = createHmac('sha256', key).update(`${issuer}\n${subject}`).digest()
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const hash = (bits.match(/.{5}/g) ?? []).map((five) => SIGNS[Number.parseInt(five, 2)]).join('')
  return { hash, number: digest.readInt32BE() }
}

/** Code that the person is shown, 'ABCD-EFGH'. */
export const barCodeOf = (hash: string): string => `${hash.slice(0, 4)}-${hash.slice(4, 8)}`

/**
 * Bars the linked identities of an account from logging in. The account is locked and deleted in this transaction. An account
 * that was never activated has no identities, so its automatic removal bars nobody.
 */
export async function barIdentities(
  trx: Transaction,
  identitiesKey: Buffer,
  userId: number,
  now: number,
): Promise<void> {
  const identities = await trx
    .selectFrom('external_identity')
    .select(['issuer', 'subject'])
    .where('user_id', '=', userId)
    .execute()
  if (identities.length === 0) return
  const bar = { account_id: userId, barred_at: new Date(now).toISOString() }
  await trx
    .insertInto('barred_identity')
    .values(identities.map((identity) => ({ ...bar, identity_hash: personOf(identitiesKey, identity).hash })))
    .onConflict((conflict) => conflict.column('identity_hash').doNothing())
    .execute()
}

export async function isBarred(trx: Transaction, hash: string): Promise<boolean> {
  const bar = trx.selectFrom('barred_identity').select('id').where('identity_hash', '=', hash)
  return (await bar.executeTakeFirst()) !== undefined
}

export const noteTry = (trx: Transaction, hash: string, now: number) =>
  trx
    .updateTable('barred_identity')
    .set({ last_tried_at: new Date(now).toISOString() })
    .where('identity_hash', '=', hash)
    .execute()

/** Most entries returned: enough to read at once; the rest appear as these are settled. */
const MOST_ENTRIES = 200

/** Lists barred identities, the latest attempt first: that person has probably just asked. */
export async function listBarredLogins(kysely: Kysely): Promise<BarredLogin[]> {
  const bars = await kysely
    .selectFrom('barred_identity')
    .selectAll()
    .orderBy(({ fn }) => fn.coalesce('last_tried_at', 'barred_at'), 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_ENTRIES)
    .execute()
  return bars.map((bar) => ({
    ...barReply(bar),
    _links: { delete: { method: liftBarredLogin.method, href: pathOf(liftBarredLogin, { id: bar.id }) } },
  }))
}

const barReply = (bar: Omit<BarredLogin, 'code' | '_links'> & { identity_hash: string }): BarredLogin => ({
  ...pick(bar, ['id', 'barred_at', 'last_tried_at']),
  code: barCodeOf(bar.identity_hash),
  _links: {},
})

/** Lifts a bar: the person may log in again, with a new account. Throws `not-found`. */
export const liftBar = (
  database: Database,
  { id, actorId }: { id: number; actorId: number },
  now: number,
): Promise<BarredLogin> =>
  database.transaction(async (trx) => {
    const bar = await trx.deleteFrom('barred_identity').where('id', '=', id).returningAll().executeTakeFirst()
    if (!bar) throw new Problem('not-found')
    const change = { actorId, action: 'school-bar-lifted', resource: 'user', resourceId: bar.account_id } as const
    await recordChange(trx, change, now)
    return barReply(bar)
  })

/** Stores one notice per user and kind. A repeated one changes nothing, even if settled; another `other_user_id` reopens it. */
export async function keepNotices(trx: Transaction, userId: number, met: readonly MetByLogin[], now: number) {
  for (const { kind, other_user_id } of met)
    await trx
      .insertInto('login_notice')
      .values({ kind, user_id: userId, other_user_id, created_at: new Date(now).toISOString() })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'kind'])
          .doUpdateSet((column) => ({
            other_user_id: column.ref('excluded.other_user_id'),
            created_at: column.ref('excluded.created_at'),
            settled_at: null,
          }))
          .where((either) =>
            either(
              either.fn.coalesce('login_notice.other_user_id', either.lit(0)),
              '<>',
              either.fn.coalesce('excluded.other_user_id', either.lit(0)),
            ),
          ),
      )
      .execute()
}

const findNotices = (kysely: Kysely) =>
  kysely
    .selectFrom('login_notice')
    .innerJoin('user', 'user.id', 'login_notice.user_id')
    .leftJoin('user as other', 'other.id', 'login_notice.other_user_id')
    .select(['login_notice.id', 'kind', 'login_notice.created_at', 'user_id', 'other_user_id'])
    .select(['user.first_name', 'user.last_name', 'user.username'])
    .select(['other.first_name as otherFirst', 'other.last_name as otherLast', 'other.username as otherUsername'])
    .where('settled_at', 'is', null)

function noticeReply(row: Awaited<ReturnType<ReturnType<typeof findNotices>['execute']>>[number]): LoginNotice {
  const { id, kind, created_at, user_id, other_user_id, otherFirst, otherLast, otherUsername } = row
  const other = { first_name: otherFirst ?? '', last_name: otherLast ?? '', username: otherUsername ?? '' }
  return {
    id,
    kind,
    user: { id: user_id, name: personLabel(row) },
    other: other_user_id === null ? null : { id: other_user_id, name: personLabel(other) },
    created_at,
    _links: {},
  }
}

export async function listLoginNotices(kysely: Kysely): Promise<LoginNotice[]> {
  const rows = await findNotices(kysely).orderBy('login_notice.id', 'desc').limit(MOST_ENTRIES).execute()
  return rows.map((row) => ({
    ...noticeReply(row),
    _links: { settle: { method: settleLoginNotice.method, href: pathOf(settleLoginNotice, { id: row.id }) } },
  }))
}

/** Settles a notice. Throws `not-found`, also if it is settled already. */
export const settleNotice = (database: Database, id: number, now: number): Promise<LoginNotice> =>
  database.transaction(async (trx) => {
    const row = await findNotices(trx).where('login_notice.id', '=', id).executeTakeFirst()
    if (!row) throw new Problem('not-found')
    const settled_at = new Date(now).toISOString()
    await trx.updateTable('login_notice').set({ settled_at }).where('id', '=', id).execute()
    return noticeReply(row)
  })
