import type { FastifyBaseLogger } from 'fastify'
import { recordChange } from '#api-server/facts/record-change.ts'
import { resultOf } from '#api-server/facts/result.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import { backOff } from '#database/outbox/back-off.ts'
import { placeSubject, SOURCE } from '#domain/audit/audit.texts.ts'
import { refusalOf, sentResult } from '#domain/source/sending.rules.ts'
import type { SendingRefusal } from '#domain/source/sending.schema.ts'
import { isKnownAddress } from '#domain/source/source.rules.ts'
import type { SourceFaultCode } from '#domain/source/source.schema.ts'
import type { Poller } from '#server/poller.ts'
import type { SourceConfig } from '#server/source-config.ts'
import { openTestFinder } from './find-test.ts'
import {
  findNextSending,
  findSentTest,
  forgetSending,
  type Hold,
  holdSending,
  listPeopleNumbered,
  noteOffered,
  noteRefused,
  noteSent,
  noteWorking,
  postpone,
  type Sending,
  type SentTest,
} from './sending.queries.ts'
import { openSourceClient, type SourceClient } from './source-client.ts'
import { SourceFault } from './source-fault.ts'
import { startSourcePoller } from './source-poller.ts'
import { addressDigest } from './source-state.queries.ts'

/** ms between looks whether a result waits */
const POLL_MS = 5_000

/** Most ms that a source may ask for: a day. */
const LONGEST_PAUSE_MS = 24 * 3_600_000

export interface SendingDesk {
  database: Database
  source: SourceConfig
  clock: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
}

export const startSending = (desk: SendingDesk, poll = POLL_MS): Poller =>
  startSourcePoller({
    work: (signal) => sendResults(desk, signal),
    warning: 'results for the source wait',
    log: desk.log,
    poll,
  })

/** Sends waiting results, one at a time and by one process at a time, see sending.rationale.md. */
export async function sendResults(desk: SendingDesk, signal: AbortSignal): Promise<void> {
  const { database, source, clock } = desk
  if (!(await findNextSending(database.kysely, clock())) || !(await mayReach(desk))) return
  const hold = await holdSending(database, clock)
  if (!hold) return
  const client = openSourceClient({ source, clock, signal, tries: 1 })
  try {
    await sendAll({ ...desk, hold, client, find: await openFinder(desk, client) }, signal)
  } finally {
    await client.close()
  }
}

/** Whether a teacher carried out a run of this address. Until then the source is asked and sent nothing. */
async function mayReach({ database: { kysely }, source }: SendingDesk): Promise<boolean> {
  const state = await kysely.selectFrom('source').select('followed_origin').where('id', '=', 1).executeTakeFirst()
  return isKnownAddress(state, addressDigest(source.url))
}

async function openFinder({ database: { kysely }, source }: SendingDesk, client: SourceClient) {
  const { number_code_type } = await kysely
    .selectFrom('source')
    .select('number_code_type')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return openTestFinder({
    client,
    modules: source.modules,
    codeType: number_code_type,
    listInCopy: (number) => listPeopleNumbered(kysely, number),
  })
}

interface Round extends SendingDesk {
  hold: Hold
  client: SourceClient
  find: ReturnType<typeof openTestFinder>
}

async function sendAll(round: Round, signal: AbortSignal): Promise<void> {
  const { database, clock, log, hold } = round
  let { failures } = hold
  while (!signal.aborted && (await hold.renew())) {
    const sending = await findNextSending(database.kysely, clock())
    if (!sending) break
    try {
      const settled = await offer(round, sending)
      if (!settled) return
      await settle(round, sending, settled)
      if (failures > 0) await noteWorking(database)
      failures = 0
    } catch (error) {
      if (signal.aborted) break
      if (!(error instanceof SourceFault)) throw error
      log.warn({ fault: error.message }, 'results could not be sent to the source')
      const now = clock()
      const asked = Math.min(error.retryAfter ?? 0, LONGEST_PAUSE_MS)
      await postpone(database.kysely, sending, now + Math.max(asked, backOff(sending.attempts + 1)))
      failures += 1
      await hold.end({ until: now + Math.max(asked, backOff(failures)), fault: error.code, failures })
      return
    }
  }
  await hold.end()
}

type Outcome = 'sent' | 'forgotten' | SendingRefusal

/** Faults by which the source refuses this result; all others are of the source or of the connection, and pass. */
const OF_ONE_RESULT: readonly SourceFaultCode[] = [
  'source-missing',
  'source-unreadable',
  'source-too-large',
  'source-repeats',
]

/** Offers a result to the source; undefined if another process has taken over. Throws a `SourceFault` if it has to wait. */
async function offer(
  { database: { kysely }, clock, client, find, hold }: Round,
  sending: Sending,
): Promise<[Outcome, SentTest | undefined] | undefined> {
  const test = await findSentTest(kysely, sending.enrollment_id)
  const value = test && resultOf(test.published_outcome, test.published_grade)
  if (!test || !value || test.published_at === null)
    return [sending.offered_at === null ? 'forgotten' : 'withdrawn', test]
  if (test.student_number === null) return ['number-missing', test]
  try {
    const found = await find({ ...test, student_number: test.student_number, attempt: (test.earlier_tries ?? 0) + 1 })
    if ('refusal' in found) return [found.refusal, test]
    // A slow source may have taken longer than the hold.
    if (!(await hold.renew())) return undefined
    await noteOffered(kysely, sending, clock())
    const path = `/test-component-offering-associations/${found.found}`
    const status = await client.patch(path, { result: sentResult(value, test.published_at) })
    return [status >= 200 && status < 300 ? 'sent' : refusalOf(status), test]
  } catch (error) {
    if (error instanceof SourceFault && OF_ONE_RESULT.includes(error.code)) return ['refused', test]
    throw error
  }
}

async function settle(
  { database, clock }: Round,
  sending: Sending,
  [outcome, test]: [Outcome, SentTest | undefined],
): Promise<void> {
  if (outcome === 'forgotten' || !test) {
    await forgetSending(database.kysely, sending)
    return
  }
  await database.transaction(async (trx) => {
    if (outcome === 'sent') await noteSent(trx, sending, clock())
    else await noteRefused(trx, sending, outcome)
    await recordChange(
      trx,
      {
        ...{ actorId: null, connection: SOURCE },
        action: outcome === 'sent' ? 'result-sent' : 'result-refused',
        ...{ resource: 'user', resourceId: sending.user_id, about: placeSubject(test.module, test) },
      },
      clock(),
    )
  })
}
