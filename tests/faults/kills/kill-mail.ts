import { randomUUID } from 'node:crypto'
import { sendMessage } from '#api-server/acts/messages/message.routes.ts'
import type { Database } from '#database/engine/open-database.ts'
import { makeApis, readyInWords } from '#tests/harness/killable-server.ts'
import { onEach, type Place } from '#tests/harness/places.ts'
import { addUsers, countOf } from '#tests/harness/school/rows.ts'
import { until } from '#tests/harness/wait.ts'
import { addUser } from '../../support/api/test-school.ts'
import { type ReceivedLetter, startMailbox } from '../../support/mail/mailbox.ts'
import type { Extent, Fault, FaultRow } from '../fault-row.ts'

const LETTERS = { quick: 60, full: 5_000 }
const KILLS = { quick: 2, full: 100 }
const READY_GOAL_MS = 2_000
/**
 * One in this many letters loses the mail server's first answer, and is sent again 10 s later. In the bounded run no
 * letter does.
 */
const LOST = { quick: Number.POSITIVE_INFINITY, full: 20 }
const PATIENCE_MS = 300_000

/** kill -9 of the API server while it sends a message to thousands, by a mail server that loses answers. */
export const killMail: Fault = {
  quick: true,
  limit: 60,
  run: (extent) => onEach((place) => killServer(place, extent)),
}

async function killServer(place: Place, extent: Extent): Promise<FaultRow> {
  const { database, engine } = place
  await addUsers(database.kysely, LETTERS[extent], (n) => ({
    ...{ username: `student-${n}@faults.example`, activated: false, information_checked: false },
  }))
  const senderId = await addUser(database, { username: 'teacher@faults.example', roles: 'ROLE_ADMIN' })
  let onLetter: (count: number) => void = () => undefined
  /** how often each came, by its Message-ID */
  const came = new Map<string, number>()
  const mailbox = await startMailbox({
    loseAnswer: ({ headers }: ReceivedLetter) => {
      const id = headers['message-id'] ?? ''
      came.set(id, (came.get(id) ?? 0) + 1)
      const isLost = came.get(id) === 1 && came.size % LOST[extent] === 0
      onLetter(mailbox.letters.length)
      return isLost
    },
  })
  const env = { SMTP_URL: mailbox.url, MAIL_PER_MINUTE: '0' }
  const audience = { kind: 'not-activated' } as const
  const message = { key: randomUUID(), subject: 'Aan allen', text: 'Dit gaat naar iedereen.', audience }
  const { id } = await sendMessage({ database, clock: Date.now }, { senderId, message })

  const [server] = await makeApis(place, 1, { env })
  const times = [await server.start()]
  for (let kill = 0; kill < KILLS[extent]; kill++) {
    const point = mailbox.letters.length + 1 + Math.floor((Math.random() * LETTERS[extent]) / KILLS[extent])
    const atPoint = Promise.withResolvers<void>()
    onLetter = (count) => {
      if (count < point) return
      // Half of them before the mail server has answered, the others after.
      if (kill % 2 === 0) setImmediate(atPoint.resolve)
      else void server.kill().then(atPoint.resolve)
    }
    await Promise.race([atPoint.promise, allSettled(database, id)])
    onLetter = () => undefined
    await server.kill()
    await endLeases(database)
    times.push(await server.start())
  }
  await allSettled(database, id)
  await server.stop()
  await mailbox.stop()

  const judgement = await judge(database, id, mailbox.letters)
  const { missing, uncounted, changed, unsettled } = judgement
  return {
    fault: `kill -9 of the API server while letters go, ${engine}`,
    done: `${KILLS[extent]} kills while a message goes to ${LETTERS[extent]}${extent === 'full' ? `, by a mail server that loses 1 answer in ${LOST.full}` : ''}`,
    invariant:
      'none is missing; none goes twice but whose answer nobody knows, with the same Message-ID, and it is counted',
    measured:
      `${missing} missing, ${unsettled} not settled, ${uncounted} came again uncounted, ${changed} under another Message-ID; ` +
      `${judgement.again} came again, ${judgement.counted} counted, ${judgement.unknown} unknown; ${readyInWords(times)}`,
    goal: `0 missing, unsettled, uncounted or changed; ready ≤ ${READY_GOAL_MS / 1_000} s after its start`,
    held: missing + uncounted + changed + unsettled === 0,
    late: Math.max(...times) > READY_GOAL_MS,
  }
}

/** Ends the leases of letters that were under way at a kill, which otherwise last 5 minutes. */
const endLeases = ({ kysely }: Database) =>
  kysely
    .updateTable('outbox')
    .set({ claimed_until: new Date(Date.now() - 1).toISOString() })
    .where('claimed_until', 'is not', null)
    .execute()

/** Gives up quietly: what is not settled then is counted. */
const allSettled = ({ kysely }: Database, messageId: number): Promise<boolean> => {
  const waiting = kysely.selectFrom('message_recipient').where('message_id', '=', messageId).where('letter', 'is', null)
  return until(async () => (await countOf(waiting)) === 0, { patienceMs: PATIENCE_MS })
}

async function judge({ kysely }: Database, messageId: number, letters: readonly ReceivedLetter[]) {
  const recipients = await kysely
    .selectFrom('message_recipient')
    .innerJoin('user', 'user.id', 'message_recipient.user_id')
    .select(['user.username', 'message_recipient.letter', 'message_recipient.letter_repeats'])
    .where('message_recipient.message_id', '=', messageId)
    .execute()
  const byAddress = Map.groupBy(letters, ({ to }) => to)
  const found = recipients.map(({ username, letter, letter_repeats }) => {
    const copies = byAddress.get(username) ?? []
    const ids = new Set(copies.map(({ headers }) => headers['message-id']))
    return {
      letter,
      again: Math.max(0, copies.length - 1),
      counted: letter_repeats,
      copies: copies.length,
      ids: ids.size,
    }
  })
  const count = (isSo: (one: (typeof found)[number]) => boolean) => found.filter(isSo).length
  return {
    missing: count(({ copies }) => copies === 0),
    unsettled: count(({ letter }) => letter === null || letter === 'refused'),
    unknown: count(({ letter }) => letter === 'unknown'),
    uncounted: count(({ again, counted }) => again > counted),
    changed: count(({ ids }) => ids > 1),
    again: count(({ again }) => again > 0),
    counted: count(({ counted }) => counted > 0),
  }
}
