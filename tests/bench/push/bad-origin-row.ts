import { percentile } from '../login/percentile.ts'
import { median } from '../median.ts'
import type { BenchRow } from '../result-table.ts'
import { type AnsweringServices, startServices } from './answering-services.ts'
import { timesOfOpening } from './opening-row.ts'
import { type PushSubject, startPushSubject } from './push-subject.ts'

const DEVICES = 5_000
const ORIGINS = 4
/** Those of every fourth device of the first: 313 of 1,250. */
const BAD = Math.ceil(DEVICES / ORIGINS / 4)
const ROUNDS = 5
const GOAL = 1.5

interface Announced {
  /** p99 (ms) of the healthy devices at the push service that is bad, and of all at the others */
  there: number
  others: number
  last: number
}

/**
 * An opening sent by four push services, one of which answers a quarter of its devices badly, each time: how late are
 * the others?
 */
export async function badOriginRow(): Promise<BenchRow> {
  const services = await startServices(ORIGINS)
  const subject = await startPushSubject(DEVICES, services)
  try {
    await announce(subject, services, false)
    const [well, bad]: [Announced[], Announced[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      well.push(await announce(subject, services, false))
      bad.push(await announce(subject, services, true))
    }
    const [reference, measured] = [middle(well), middle(bad)]
    const times = measured.others / reference.others
    return {
      what: `an opening told to ${DEVICES} at ${ORIGINS} origins, of which one answers a quarter badly (500, 503, 429, reset)`,
      measured: inWords(measured),
      reference: `none bad: ${inWords(reference)}`,
      figure: `others ${times.toFixed(2)} ×`,
      goal: `≤ ${GOAL} ×`,
      reached: times <= GOAL,
    }
  } finally {
    await subject.stop()
    await services.stop()
  }
}

async function announce(subject: PushSubject, services: AnsweringServices, isBad: boolean): Promise<Announced> {
  services.setBad(isBad)
  const [there = [], ...others] = await timesOfOpening(subject, services, isBad ? DEVICES - BAD : DEVICES)
  const p99 = (times: readonly number[]) => percentile(times, 0.99)
  return { there: p99(there), others: p99(others.flat()), last: Math.max(...there, ...others.flat()) }
}

const middle = (all: readonly Announced[]): Announced => ({
  there: median(all.map(({ there }) => there)),
  others: median(all.map(({ others }) => others)),
  last: median(all.map(({ last }) => last)),
})

const inWords = ({ there, others, last }: Announced) =>
  `p99 at the others ${inSeconds(others)}, of its own healthy devices ${inSeconds(there)}, last ${inSeconds(last)} s`

const inSeconds = (ms: number) => (ms / 1_000).toFixed(1)
