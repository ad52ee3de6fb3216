import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { sendMessage } from '#contract/messages.gen.ts'
import { mustCall } from '#tests/harness/http/calls.ts'
import type { Engine } from '#tests/harness/places.ts'
import { percentile, timed } from '#tests/harness/statistics.ts'
import { atMost, inMs, plain } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'
import type { Call } from './journal.ts'
import type { StormOutcome } from './storm.ts'
import { WRITTEN_TO } from './storm-school.ts'
import type { StormSubject } from './storm-subject.ts'

/** ms after the first student has come: the busiest seconds are then still ahead */
const SENT_AFTER = 2_000
const QUEUED_GOAL_MS = 1_000
const WORSE_GOAL = 1.5
const CALLS: readonly Call[] = ['refresh', 'moments', 'modules', 'enrollment']

/** A mail server that takes all it is given, and counts. */
export async function startLetterSink() {
  let taken = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      stream.resume()
      stream.once('end', () => {
        taken += 1
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    taken: () => taken,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export interface MessageSent {
  /** number of recipients */
  recipients: number
  /** ms until it was acknowledged, and so in the outbox */
  queuedAfter: number
}

/** The teacher writes to half of the students while all of them come. */
export async function sendInStorm(subject: StormSubject): Promise<MessageSent> {
  await delay(SENT_AFTER)
  const [queuedAfter, reply] = await timed(() =>
    mustCall(`http://127.0.0.1:${subject.ports[0]}`, sendMessage, {
      token: subject.teacherToken,
      body: {
        key: randomUUID(),
        audience: { kind: 'testmoment', testmoment_id: WRITTEN_TO },
        subject: 'Neem je rekenmachine mee',
        text: 'Op de toets mag je een rekenmachine gebruiken.\n\nZie https://school.example/toets voor welke.',
      },
    }),
  )
  return { recipients: Object(reply).entity.recipients, queuedAfter }
}

interface Beside {
  /** outcome of the same storm on an equal school, without a message */
  alone: StormOutcome
  beside: StormOutcome
  sent: MessageSent
  /** letters that the mail server had when the storm was over */
  taken: number
}

/** Effects of a message to thousands on a storm, and of the storm on the message. */
export function messageRows(engine: Engine, { alone, beside, sent, taken }: Beside): BenchRow[] {
  return [
    {
      what: `storm on ${engine}: a message to ${sent.recipients} students in it`,
      measured: `letters taken when it was over: ${taken}`,
      reference: '–',
      ...atMost(sent.queuedAfter, QUEUED_GOAL_MS, (ms) => `queued after ${inMs(ms)}`),
    },
    besideRow(`storm on ${engine}, with that message beside it`, alone, beside),
  ]
}

/** A storm with something beside it, and the same without. */
export function besideRow(what: string, alone: StormOutcome, beside: StormOutcome): BenchRow {
  const p99 = ({ journal }: StormOutcome, call: Call) => percentile(journal.times[call], 0.99)
  const inWords = (outcome: StormOutcome) =>
    CALLS.map((call) => `${call} p99 ${Math.round(p99(outcome, call))} ms`).join(', ')
  return {
    what,
    measured: inWords(beside),
    reference: `without: ${inWords(alone)}`,
    ...atMost(
      Math.max(...CALLS.map((call) => p99(beside, call) / p99(alone, call))),
      WORSE_GOAL,
      (times) => `× ${plain(times)}`,
    ),
  }
}
