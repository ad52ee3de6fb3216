import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#database/engine/open-database.ts'
import { claim, type Failure, markDone, markFailed } from '#database/outbox/claim-and-settle.ts'
import type { ClaimedTask } from '#database/outbox/outbox-tasks.ts'
import { type Poller, startPoller } from '#server/poller.ts'
import { type AddressedLetter, type LetterKind, letterHtml, letterText } from './letter.ts'
import type { LetterWatch } from './letter-metrics.ts'
import { createPace } from './pace.ts'
import { enhancedCodeOf, judgeRefusal, loggableReply, mailboxHost, type Reply } from './refusal.ts'
import { AnswerLost, type Mail, type Transport } from './transport.ts'

const LETTERS_AT_A_TIME = 5

/** ms of a claim; a mail server that is slow at every step takes about two minutes. */
const LEASE_MS = 5 * 60_000

/** ms between polls of the outbox, for letters from other processes and retries. */
const POLL_MS = 2_000

/** ms between deletions of old letters. */
const SWEEP_MS = 3_600_000

/** ms that letters under way get when the server stops; a slower one is sent again after its lease. */
const CLOSE_TIMEOUT_MS = 5_000

export interface LetterWriter {
  /**
   * kinds by urgency: while one of the first group is due, none of a later group goes. Somebody waits for the first; the others
   * come by the thousand, one kind a group, so the database finds their first without sorting thousands.
   */
  byUrgency: readonly (readonly LetterKind[])[]
  /** kinds with a limit per minute */
  paced: readonly LetterKind[]
  /** returns undefined if there is no longer anything to send */
  write(task: ClaimedTask<LetterKind>, now: number): Promise<AddressedLetter | undefined>
  /** notes that a counted letter is sent again, since its server died during sending */
  noteLapse(task: ClaimedTask<LetterKind>): Promise<void>
  /**
   * settles a task with `settleLetter` and keeps the details of a counted letter; without a failure it was sent, or there was
   * nothing to send
   */
  settle(task: ClaimedTask<LetterKind>, failure: LetterFailure | undefined, now: number): Promise<Settlement>
  forgetOld(now: number): Promise<void>
}

export interface LetterFailure extends Failure {
  /** the letter was sent whole, but it is unknown whether it was accepted */
  answerLost: boolean
}

type Settlement = 'done' | Awaited<ReturnType<typeof markFailed>>

export interface DeliveryOptions {
  database: Database
  writer: LetterWriter
  transport: Transport
  mailFrom: string
  publicUrl: string
  /** paced letters per minute; 0 means unlimited */
  perMinute: number
  /** whether paced letters give way to people's requests */
  isBusy?: () => boolean
  clock: () => number
  log: FastifyBaseLogger
  watch?: LetterWatch
}

/** Poller of letters; wake it after a commit that put a letter in the outbox. */
export type LetterDelivery = Poller

/**
 * Delivers letters until stopped. Each finished letter makes room for the next, so a mail server that stalls on one delays no
 * other. While the database is away it logs a warning and retries.
 */
export function startLetterDelivery(options: DeliveryOptions, pause = POLL_MS): LetterDelivery {
  const underWay = new Set<Promise<void>>()
  const pace = createPace(options.perMinute, { isBusy: options.isBusy })
  let sweepAt = 0
  const poll = async () => {
    const now = options.clock()
    if (now >= sweepAt) {
      await options.writer.forgetOld(now)
      sweepAt = now + SWEEP_MS
    }
    const room = LETTERS_AT_A_TIME - underWay.size
    if (room <= 0) return pause
    const { letters, paced } = await beginLetters(options, { all: room, paced: pace.room() })
    pace.take(paced)
    for (const letter of letters) follow(letter)
    return Math.min(pause, pace.untilRoom())
  }
  const { wake, stop } = startPoller({ poll, warning: 'letters wait', log: options.log, afterFailure: pause })

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
    options.transport.close?.()
  }
  return {
    wake,
    stop: () =>
      Promise.race([farewell(), new Promise<void>((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())]),
  }
}

/** Claims, writes and sends the letters that are due; returns their number. Throws if the database is away. */
export async function deliverLetters(options: DeliveryOptions): Promise<number> {
  const { letters } = await beginLetters(options, { all: LETTERS_AT_A_TIME, paced: LETTERS_AT_A_TIME })
  const outcomes = await Promise.allSettled(letters)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return letters.length
}

interface Begun {
  letters: Promise<void>[]
  /** number of those with a paced kind */
  paced: number
}

/** Claims due letters within `room` and starts to deliver them, one promise each. Throws if the database is away. */
async function beginLetters(options: DeliveryOptions, room: { all: number; paced: number }): Promise<Begun> {
  const { database, writer, clock } = options
  const letters: Promise<void>[] = []
  let paced = 0
  for (const [level, kinds] of writer.byUrgency.entries()) {
    const isPaced = kinds.some((kind) => writer.paced.includes(kind))
    const left = room.all - letters.length
    const limit = isPaced ? Math.min(left, room.paced - paced) : left
    if (limit <= 0) continue
    const tasks = await claim(database, { kinds, limit, lease: LEASE_MS, now: clock() })
    letters.push(...tasks.map((task) => deliver(options, task, level > 0)))
    if (isPaced) paced += tasks.length
  }
  return { letters, paced }
}

/** Delivers one letter. If that fails it is put back; other letters still go. */
async function deliver(options: DeliveryOptions, task: ClaimedTask<LetterKind>, many: boolean): Promise<void> {
  const { writer, transport, clock, log, watch } = options
  const { id, kind, attempts } = task
  if (task.lapsed) await writer.noteLapse(task)
  let to: string | undefined
  let failure: SendFailure | undefined
  try {
    const letter = await writer.write(task, clock())
    to = letter?.to
    if (letter) await transport.send(mailOf(letter, task, options), many)
  } catch (error) {
    failure = describeFailure(error)
  }
  if (to !== undefined) watch?.(failure ? (judgeRefusal(failure.reply) ?? 'failed') : 'sent', to)
  const next = await writer.settle(task, failure, clock())
  if (!failure) return
  const level = next === 'given-up' ? 'error' : 'warn'
  const mailbox = to === undefined ? {} : { host: mailboxHost(to), reply: loggableReply(failure.reply, to) }
  log[level]({ task: id, kind, attempts, failure: failure.error, ...mailbox, next }, 'letter failed')
}

export async function settleLetter(
  database: Pick<Database, 'kysely'>,
  task: ClaimedTask<LetterKind>,
  failure: Failure | undefined,
  now: number,
): Promise<Settlement> {
  if (failure) return markFailed(database, task, failure, now)
  await markDone(database, [task], now)
  return 'done'
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
  headers: { 'Auto-Submitted': 'auto-generated', ...letter.headers },
})

interface SendFailure extends LetterFailure {
  reply: Reply
}

/**
 * Keeps only the codes of a failure, e.g. 'EENVELOPE 550 5.1.1 RCPT TO': a mail server's text may contain the address, and a
 * transport's the password of SMTP_URL. Only a missing mailbox is permanent: a refusal because of policy, sender or login is a
 * fault that somebody will fix.
 */
function describeFailure(error: unknown): SendFailure {
  const answerLost = error instanceof AnswerLost
  const reply = replyOf(answerLost ? error.cause : error)
  const { code = 'failed', responseCode, command } = reply
  return {
    answerLost,
    reply,
    error: [code, responseCode, enhancedCodeOf(reply), command].filter((part) => part !== undefined).join(' '),
    permanent: judgeRefusal(reply) === 'bad-address',
  }
}

function replyOf(error: unknown): Reply {
  const reply: Reply = {}
  if (!(error instanceof Error)) return reply
  if ('code' in error && typeof error.code === 'string') reply.code = error.code
  if ('responseCode' in error && typeof error.responseCode === 'number') reply.responseCode = error.responseCode
  if ('command' in error && typeof error.command === 'string') reply.command = error.command
  if ('response' in error && typeof error.response === 'string') reply.response = error.response
  return reply
}
