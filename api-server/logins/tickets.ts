import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { TicketKind } from '#domain/logins/login.schema.ts'

const MINUTE = 60_000

/** How long a passkey may take to answer, in ms: its dialog waits for people. */
export const CHALLENGE_LIFETIME_MS = 10 * MINUTE

/** How long each holds, in ms. Who is at the provider may have to look for a phone; what a browser passes on itself is quick. */
const LIFETIMES = {
  'school-login': 15 * MINUTE,
  'school-code': MINUTE,
  'second-factor': 10 * MINUTE,
  'factor-letter': 60 * MINUTE,
  'activation-reminder': 60 * MINUTE,
  challenge: CHALLENGE_LIFETIME_MS,
  'logout-token': 30 * MINUTE,
} satisfies Record<TicketKind, number>

/** 256 random bits, base64url: to be shown by its holder; the database keeps its hash. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

interface NewTicket {
  kind: TicketKind
  secret: string
  /** contents of the browser's cookie, where no other browser may show the ticket */
  browser?: string | undefined
  userId?: number | undefined
  sessionId?: number | undefined
  data?: object
}

/** Writes what holds once; gives its id. `now` in ms since the epoch. */
export async function openTicket(
  kysely: Kysely<Tables>,
  { kind, secret, browser, userId, sessionId, data = {} }: NewTicket,
  now: number,
): Promise<number> {
  const { id } = await kysely
    .insertInto('login_ticket')
    .values({
      kind,
      secret_hash: secretHash(secret),
      browser_hash: browser === undefined ? null : secretHash(browser),
      user_id: userId ?? null,
      session_id: sessionId ?? null,
      data: JSON.stringify(data),
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + LIFETIMES[kind]).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes that a passkey answered this challenge; false when it was answered before, also at this moment by another. */
export async function spendChallenge(
  trx: Transaction<Tables>,
  { challenge, userId }: { challenge: string; userId: number },
  now: number,
): Promise<boolean> {
  const spent = await trx
    .insertInto('login_ticket')
    .values({
      kind: 'challenge',
      secret_hash: secretHash(challenge),
      user_id: userId,
      data: '{}',
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + LIFETIMES.challenge).toISOString(),
    })
    .onConflict((conflict) => conflict.column('secret_hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}

/** The ticket that this secret opens, which then is no more: of many at once one gets it. Expired ones are given too. */
export async function takeTicket(trx: Kysely<Tables> | Transaction<Tables>, kind: TicketKind, secret: string) {
  const ticket = await trx
    .deleteFrom('login_ticket')
    .where('kind', '=', kind)
    .where('secret_hash', '=', secretHash(secret))
    .returning(['id', 'browser_hash', 'user_id', 'session_id', 'data', 'attempts', 'created_at', 'expires_at'])
    .executeTakeFirst()
  return ticket && { ...ticket, data: JSON.parse(ticket.data) as unknown }
}

/** Deletes what is long over. `now` in ms since the epoch. */
export async function forgetTickets(kysely: Kysely<Tables>, now: number): Promise<void> {
  const before = new Date(now - 60 * MINUTE).toISOString()
  await kysely.deleteFrom('login_ticket').where('expires_at', '<', before).execute()
}
