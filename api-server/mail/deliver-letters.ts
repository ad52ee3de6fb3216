import type { FastifyBaseLogger } from 'fastify'
import { claim } from '#database/outbox/claim.ts'
import type { ClaimedTask } from '#database/outbox/outbox-tasks.ts'
import { markDone, markFailed } from '#database/outbox/settle.ts'
import type { Carrier, Mail } from './carrier.ts'
import { describeFailure } from './delivery-failure.ts'
import type { AddressedLetter, LetterKind } from './letter.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'
import { type LetterDesk, writeLetter } from './write-letter.ts'

/** Somebody looks out for these. */
const AWAITED: readonly LetterKind[] = [
  'activation-letter',
  'account-exists-letter',
  'password-reset-letter',
  'password-changed-letter',
  'first-password-letter',
  'guesses-letter',
]

/** By the thousand after an import, so they let the others go first. */
const PATIENT: readonly LetterKind[] = ['invitation-letter']

/** Carried side by side. */
export const AT_A_TIME = 5

/** ms; a mail server that is slow in every one of its steps takes some two minutes. */
const LEASE = 5 * 60_000

export interface DeliveryOptions extends LetterDesk {
  carrier: Carrier
  mailFrom: string
  /** ms since the epoch */
  clock: () => number
  log: FastifyBaseLogger
}

/** Claims the letters that are due, writes and carries each; says how many there were. Throws when the database is away. */
export async function deliverLetters(options: DeliveryOptions): Promise<number> {
  const deliveries = await beginLetters(options, AT_A_TIME)
  const outcomes = await Promise.allSettled(deliveries)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return deliveries.length
}

/** Claims at most `room` of the letters that are due and begins to deliver them, one promise each. Throws as above. */
export async function beginLetters(options: DeliveryOptions, room = AT_A_TIME): Promise<Promise<void>[]> {
  const { database, clock } = options
  const take = (kinds: readonly LetterKind[], limit: number) =>
    claim(database, { kinds, limit, lease: LEASE, now: clock() })
  const awaited = await take(AWAITED, room)
  const tasks = awaited.length < room ? [...awaited, ...(await take(PATIENT, room - awaited.length))] : awaited
  return tasks.map((task) => deliver(options, task))
}

/** A letter that fails is put back, and keeps no other from going. */
async function deliver(options: DeliveryOptions, task: ClaimedTask<LetterKind>): Promise<void> {
  const { database, carrier, clock, log } = options
  const { id, kind, attempts } = task
  try {
    const letter = await writeLetter(options, task, clock())
    if (letter) await carrier.carry(mailOf(letter, task, options))
  } catch (error) {
    const failure = describeFailure(error)
    const next = await markFailed(database, task, failure, clock())
    log[next === 'later' ? 'warn' : 'error'](
      { task: id, kind, attempts, failure: failure.error, next },
      'letter failed',
    )
    return
  }
  await markDone(database, task, clock())
}

const mailOf = (
  letter: AddressedLetter,
  { id, created_at }: ClaimedTask,
  { mailFrom, publicUrl, clock }: DeliveryOptions,
): Mail => ({
  from: mailFrom,
  to: letter.to,
  subject: letter.letter.subject,
  text: letterText(letter),
  html: letterHtml(letter),
  date: new Date(clock()),
  messageId: `<letter-${id}.${Date.parse(created_at)}@${new URL(publicUrl).hostname}>`,
  // Keeps out-of-office replies away (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
})
