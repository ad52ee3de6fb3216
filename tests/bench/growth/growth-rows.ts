import { percentile } from '../login/percentile.ts'
import { median } from '../median.ts'
import type { BenchRow } from '../result-table.ts'
import { type GrownSubject, startGrownSubject } from './grown-subject.ts'
import { type HotCall, hotCalls } from './hot-calls.ts'

const ROUNDS = 5
const SECONDS = 0.3
/** of each student, of earlier years: a million at the largest school */
const ENROLLMENTS_EACH = 10

/** What a look-up may take in the largest school, beside the smallest. */
const GOAL_TIMES = 2
/** What counting everything may take there for each student, beside the next smaller school. */
const GOAL_COUNTING = 1.5

interface Measured {
  p50: number
  p99: number
}

/** A row for each call: what it takes in the largest school, beside the smaller ones. */
export async function growthRows(
  engine: string,
  schools: readonly { size: number; url: string }[],
): Promise<BenchRow[]> {
  const subjects: GrownSubject[] = []
  try {
    for (const { size, url } of schools)
      subjects.push(await startGrownSubject(url, { students: size, enrollmentsEach: ENROLLMENTS_EACH }))
    const measured = await measure(subjects)
    return hotCalls.map((call) => row(call, engine, measured.get(call) ?? []))
  } finally {
    for (const subject of subjects) await subject.stop()
  }
}

/** Of each call and each school, in that order, in rounds of them all: what slows the machine for a while slows all. */
async function measure(subjects: readonly GrownSubject[]) {
  for (const call of hotCalls) for (const subject of subjects) await subject.ask(call, SECONDS)
  const rounds = new Map(hotCalls.map((call) => [call, subjects.map((): number[][] => [])]))
  for (let round = 0; round < ROUNDS; round++)
    for (const call of hotCalls)
      for (const [index, subject] of subjects.entries())
        rounds.get(call)?.[index]?.push(await subject.ask(call, SECONDS))
  return new Map(
    [...rounds].map(([call, bySchool]) => [
      call,
      bySchool.map((all, index) => ({
        students: subjects[index]?.students ?? 0,
        p50: median(all.map((latencies) => median(latencies))),
        p99: median(all.map((latencies) => percentile(latencies, 0.99))),
      })),
    ]),
  )
}

function row(call: HotCall, engine: string, schools: readonly (Measured & { students: number })[]): BenchRow {
  const [smallest, largest] = [schools.at(0), schools.at(-1)]
  if (!smallest || !largest) throw new Error('no school is that small')
  const smaller = schools.at(-2) ?? largest
  const times = call.counts
    ? largest.p50 / largest.students / (smaller.p50 / smaller.students)
    : largest.p50 / smallest.p50
  const goal = call.counts ? GOAL_COUNTING : GOAL_TIMES
  return {
    what: `${call.what}, ${engine}`,
    measured: inWords(largest),
    reference: schools.slice(0, -1).map(inWords).join(' · '),
    figure: `${times.toFixed(2)} ×${call.counts ? ' a student' : ''}`,
    goal: `≤ ${goal} ×`,
    reached: times <= goal,
  }
}

const inWords = ({ students, p50, p99 }: Measured & { students: number }) =>
  `${students.toLocaleString('en')} students: p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms`
