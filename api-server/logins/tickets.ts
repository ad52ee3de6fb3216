import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from '#database/tables.ts'
import type { TicketKind } from '#domain/logins/login.schema.ts'

const MINUTE_MS = 60_000

/** Time in ms in which a passkey has to answer: its dialog waits for people. */
export const CHALLENGE_LIFETIME_MS = 10 * MINUTE_MS

/** Lifetimes in ms. People at the provider may have to look for a phone; a redirect of the browser itself is quick. */
const LIFETIMES = {
  'school-login': 15 * MINUTE_MS,
  'school-code': MINUTE_MS,
  'second-factor': 10 * MINUTE_MS,
  'factor-letter': 60 * MINUTE_MS,
  'activation-reminder': 60 * MINUTE_MS,
  challenge: CHALLENGE_LIFETIME_MS,
  'logout-token': 30 * MINUTE_MS,
} satisfies Record<TicketKind, number>

/** 256 random bits, base64url. The holder presents it; the database stores its hash. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

interface NewTicket {
  kind: TicketKind
  secret: string
  /** contents of the browser's cookie, if no other browser may present the ticket */
  browser?: string | undefined
  userId?: number | undefined
  sessionId?: number | undefined
  data?: object
}

/** Writes a ticket that can be used once; returns its id. */
export async function openTicket(
  kysely: Kysely,
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

/** Notes that a passkey answered this challenge; false if it was answered before, or at this moment by another request. */
export async function spendChallenge(
  trx: Transaction,
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

/** Deletes and returns the ticket with this secret: of many simultaneous requests one gets it. Also returns expired tickets. */
export async function takeTicket(trx: Kysely | Transaction, kind: TicketKind, secret: string) {
  const ticket = await trx
    .deleteFrom('login_ticket')
    .where('kind', '=', kind)
    .where('secret_hash', '=', secretHash(secret))
    .returning(['id', 'browser_hash', 'user_id', 'session_id', 'data', 'attempts', 'created_at', 'expires_at'])
    .executeTakeFirst()
  return ticket && { ...ticket, data: JSON.parse(ticket.data) as unknown }
}

/** Deletes tickets that expired over an hour ago. */
export async function forgetTickets(kysely: Kysely, now: number): Promise<void> {
  const before = new Date(now - 60 * MINUTE_MS).toISOString()
  await kysely.deleteFrom('login_ticket').where('expires_at', '<', before).execute()
}
