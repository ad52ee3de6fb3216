import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from '../login/percentile.ts'
import { median } from '../median.ts'
import type { BenchRow } from '../result-table.ts'
import type { AnsweringServices } from './answering-services.ts'
import { type PushSubject, startPushSubject } from './push-subject.ts'

const DEVICES = 5_000
/** 10,000 in half a minute */
const STUDENTS_PER_SECOND = 333
const SECONDS = 15
const ROUNDS = 3
const GOAL_MS = 10_000
const PATIENCE_MS = 120_000

interface Announced {
  p50: number
  p99: number
  last: number
}

/** From an opening until the push services have taken 5,000 pushes about it: while the API takes the storm, and without. */
export async function openingRow(services: AnsweringServices): Promise<BenchRow> {
  const subject = await startPushSubject(DEVICES, services)
  try {
    await announce(subject, services)
    const [quiet, stormy, refusals]: [Announced[], Announced[], number[]] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(await announce(subject, services))
      const storm = subject.storm(STUDENTS_PER_SECOND, SECONDS)
      stormy.push(await announce(subject, services))
      refusals.push(await storm)
    }
    const [reference, measured, refused] = [middle(quiet), middle(stormy), median(refusals)]
    const memory = subject.memory()
    return {
      what: `an opening told to ${DEVICES}, while ${STUDENTS_PER_SECOND} students a second read and enroll (SQLite)`,
      measured: `${inWords(measured)}, push server ${Math.round(memory)} MB, ${refused} of ${3 * STUDENTS_PER_SECOND * SECONDS} answers no success`,
      reference: `nobody else there: ${inWords(reference)}`,
      figure: `p99 ${(measured.p99 / 1_000).toFixed(1)} s`,
      goal: `≤ ${GOAL_MS / 1_000} s`,
      reached: measured.p99 <= GOAL_MS,
    }
  } finally {
    await subject.stop()
  }
}

async function announce(subject: PushSubject, services: AnsweringServices): Promise<Announced> {
  const times = (await timesOfOpening(subject, services, DEVICES)).flat()
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), last: Math.max(...times) }
}

/** ms from an opening until each push service had taken each of its pushes, so many in all. */
export async function timesOfOpening(
  subject: PushSubject,
  { take }: Pick<AnsweringServices, 'take'>,
  pushes: number,
): Promise<number[][]> {
  await subject.close()
  const opened = (await take()).map((): number[] => [])
  const since = await subject.open()
  for (const until = Date.now() + PATIENCE_MS; opened.flat().length < pushes; await delay(200)) {
    if (Date.now() > until) throw new Error(`only ${opened.flat().length} of ${pushes} pushes came`)
    for (const [place, { accepted }] of (await take()).entries())
      opened[place]?.push(...accepted.map((at) => at - since))
  }
  return opened
}

const middle = (all: readonly Announced[]): Announced => ({
  p50: median(all.map(({ p50 }) => p50)),
  p99: median(all.map(({ p99 }) => p99)),
  last: median(all.map(({ last }) => last)),
})

const inWords = ({ p50, p99, last }: Announced) =>
  `p50 ${(p50 / 1_000).toFixed(1)}, p99 ${(p99 / 1_000).toFixed(1)}, last ${(last / 1_000).toFixed(1)} s`
