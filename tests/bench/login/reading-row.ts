import { median } from '../median.ts'
import type { BenchRow } from '../result-table.ts'
import type { LoginSubject } from './login-subject.ts'
import { percentile } from './percentile.ts'

const READS_PER_SECOND = 200
const SECONDS = 1
const ROUNDS = 5

/** What the opening storm allows who is logged in already. */
const GOAL_MS = 500

/** How students who read their modules fare beside others who log in: half of the rounds are without these. */
export async function readingRow(subject: LoginSubject, connections: number): Promise<BenchRow> {
  const read = () => subject.readModules(READS_PER_SECOND, SECONDS)
  const [alone, beside]: [number[][], number[][]] = [[], []]
  await read()
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await read())
    const [latencies] = await Promise.all([read(), subject.logIn(connections, SECONDS)])
    beside.push(latencies)
  }
  const [reference, measured] = [figuresOf(alone), figuresOf(beside)]
  const times = (name: 'p50' | 'p99') => `${name} × ${(measured[name] / reference[name]).toFixed(1)}`
  return {
    what: `GET of a student's modules, ${READS_PER_SECOND} /s, beside these logins`,
    measured: inWords(measured),
    reference: `${inWords(reference)} without logins`,
    figure: `${times('p50')}, ${times('p99')}`,
    goal: `p99 < ${GOAL_MS} ms`,
    reached: measured.p99 < GOAL_MS,
  }
}

/** Medians of the rounds: what disturbs the machine for a moment disturbs one of them. */
const figuresOf = (rounds: readonly number[][]) => ({
  p50: median(rounds.map((latencies) => percentile(latencies, 0.5))),
  p99: median(rounds.map((latencies) => percentile(latencies, 0.99))),
})

const inWords = ({ p50, p99 }: ReturnType<typeof figuresOf>) => `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`
