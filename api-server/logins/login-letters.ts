import { findAddressee } from '#api-server/facts/account.queries.ts'
import type { LinkPurpose } from '#api-server/facts/link-key.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue, type OutboxTasks } from '#database/outbox/outbox-tasks.ts'
import type { Transaction } from '#database/tables.ts'
import type { AuditAction } from '#domain/audit/audit.schema.ts'
import { greetedName } from '#domain/users/names.ts'
import {
  addressChangedLetter,
  loginChangeTexts,
  secondFactorLetterTexts,
  loginChangedTexts as texts,
} from './login-letters.texts.ts'

interface LetterDeps {
  database: Database
  publicUrl: string
  linkTo: (path: string, purpose: LinkPurpose, nonce: string) => string
}

type Changed = OutboxTasks['login-changed-letter']['changed']

interface LoginChange {
  actorId: number
  userId: number
  action: AuditAction & Changed
  /** as the letter calls it, if not as the log does */
  changed?: Changed
}

/** Records a change of a way into an account and notifies its owner. */
export async function noteLoginChange(
  trx: Transaction,
  { actorId, userId, action, changed = action }: LoginChange,
  now: number,
): Promise<void> {
  await recordChange(trx, { actorId, action, resource: 'user', resourceId: userId }, now)
  await enqueue(trx, 'login-changed-letter', { user_id: userId, changed }, now)
}

export async function writeLoginChangedLetter(
  { database, publicUrl }: LetterDeps,
  { user_id, changed }: OutboxTasks['login-changed-letter'],
) {
  const user = await findAddressee(database.kysely, user_id)
  if (!user) return undefined
  const change = loginChangeTexts[changed]
  return {
    to: user.username,
    firstName: greetedName(user),
    letter: {
      subject: texts.subject(change),
      paragraphs: [texts.happened(change, user.username), texts.notYou],
      action: { label: texts.toSettings, href: `${publicUrl}/settings#inloggen` },
      afterwards: [texts.you],
    },
  }
}

/** Letter to the address that an account had before; undefined once the account is gone. */
export async function writeAddressChangedLetter(
  { database }: Pick<LetterDeps, 'database'>,
  { address_change_id }: OutboxTasks['address-changed-letter'],
) {
  const change = await database.kysely
    .selectFrom('address_change')
    .innerJoin('user', 'user.id', 'address_change.user_id')
    .select(['address_change.username', 'user.first_name', 'user.last_name'])
    .where('address_change.id', '=', address_change_id)
    .executeTakeFirst()
  if (!change) return undefined
  return { to: change.username, firstName: greetedName(change), letter: addressChangedLetter(change.username) }
}

/** Letter with the link for a second factor, to an administrator who logged in by password alone; undefined once it expired. */
export async function writeSecondFactorLetter(
  { database, linkTo }: LetterDeps,
  { ticket_id }: OutboxTasks['second-factor-letter'],
  now: number,
) {
  const ticket = await database.kysely
    .selectFrom('login_ticket')
    .innerJoin('user', 'user.id', 'login_ticket.user_id')
    .select(['user.username', 'user.first_name', 'user.last_name', 'login_ticket.data', 'login_ticket.expires_at'])
    .where('login_ticket.id', '=', ticket_id)
    .executeTakeFirst()
  if (!ticket || Date.parse(ticket.expires_at) <= now) return undefined
  const { nonce } = JSON.parse(ticket.data) as { nonce: string }
  return {
    to: ticket.username,
    firstName: greetedName(ticket),
    letter: {
      subject: secondFactorLetterTexts.subject,
      paragraphs: [secondFactorLetterTexts.why(ticket.username), secondFactorLetterTexts.what],
      action: { label: secondFactorLetterTexts.setUp, href: linkTo('second-factor', 'second-factor', nonce) },
      afterwards: [secondFactorLetterTexts.linkLife, secondFactorLetterTexts.notYou],
    },
  }
}
