import type { FastifyBaseLogger } from 'fastify'
import { forgetOldLetters } from '#api-server/accounts/letters.ts'
import { claim, type Failure, markDone, markFailed } from '#database/outbox/claim-and-settle.ts'
import type { ClaimedTask } from '#database/outbox/outbox-tasks.ts'
import { type Poller, startPoller } from '#server/poller.ts'
import { type LetterDesk, writeLetter } from '../../accounts/letters.ts'
import { type AddressedLetter, type LetterKind, letterHtml, letterText } from './letter.ts'
import type { Carrier, Mail } from './transport.ts'

/**
 * What to keep of a failure: the codes only, e.g. 'EENVELOPE 550 RCPT TO'. A mail server's own words may hold the
 * address, and a transport's the password of SMTP_URL. An address that the server refuses for good (5xx, RFC 5321
 * §4.2.1) is not tried again; refusing the sender or the login is a fault that somebody will mend.
 */
function describeFailure(error: unknown): Failure {
  const { code, responseCode, command } = codesOf(error)
  return {
    error: [code ?? 'failed', responseCode, command].filter((part) => part !== undefined).join(' '),
    permanent: command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500,
  }
}

function codesOf(error: unknown) {
  const known: { code?: string; responseCode?: number; command?: string } = {}
  if (!(error instanceof Error)) return known
  if ('code' in error && typeof error.code === 'string') known.code = error.code
  if ('responseCode' in error && typeof error.responseCode === 'number') known.responseCode = error.responseCode
  if ('command' in error && typeof error.command === 'string') known.command = error.command
  return known
}

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
const AT_A_TIME = 5

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
async function beginLetters(options: DeliveryOptions, room = AT_A_TIME): Promise<Promise<void>[]> {
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

/** ms between two looks at the outbox, for what other processes put there and what is to be tried again. */
const POLL = 2_000

/** ms between two times of throwing old ones away */
const SWEEP = 3_600_000

/** ms for the letters under way when the server stops; one that takes longer is sent again once its lease is over. */
const FAREWELL = 5_000

/** Wake it after a commit that put a letter in the outbox. */
export type LetterDelivery = Poller

/**
 * Delivers letters until it is stopped. Each that is done makes room for the next, so that a mail server that falls
 * silent over one holds up no other. A database that is away is logged and asked again.
 */
export function startLetterDelivery(options: DeliveryOptions, poll = POLL): LetterDelivery {
  const underWay = new Set<Promise<void>>()
  let sweepAt = 0
  const round = async () => {
    const now = options.clock()
    if (now >= sweepAt) {
      await forgetOldLetters(options.database, now)
      sweepAt = now + SWEEP
    }
    const room = AT_A_TIME - underWay.size
    for (const letter of room > 0 ? await beginLetters(options, room) : []) follow(letter)
    return poll
  }
  const { wake, stop } = startPoller({ poll: round, warning: 'letters wait', log: options.log, afterFailure: poll })

  function follow(letter: Promise<void>): void {
    const settled = letter
      .catch((error) => options.log.warn({ err: error }, 'a letter was not settled: it goes again after its lease'))
      .finally(() => {
        underWay.delete(settled)
        wake()
      })
    underWay.add(settled)
  }
  const farewell = async () => {
    await stop()
    await Promise.all(underWay)
  }
  return {
    wake,
    stop: () => Promise.race([farewell(), new Promise<void>((resolve) => setTimeout(resolve, FAREWELL).unref())]),
  }
}
