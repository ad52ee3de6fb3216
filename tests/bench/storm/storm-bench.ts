import type { Engine } from '#tests/harness/places.ts'
import type { BenchOptions } from '../bench.ts'
import type { BenchRow } from '../result-table.ts'
import { messageRows, sendInStorm, startLetterSink } from './message-beside.ts'
import { overload } from './overload.ts'
import { overloadRows } from './overload-rows.ts'
import { seatRows, stormForSeats } from './seats-in-storm.ts'
import { measureStorm, type StormOutcome } from './storm.ts'
import { stormRows } from './storm-rows.ts'
import { type StormSize, stormSize } from './storm-size.ts'
import { type StormSubject, withStormSubject } from './storm-subject.ts'

const PEAK_SECONDS = 5
/** half as long as the storm, whatever its size */
const OVERLOAD_SHARE = 0.5

/**
 * `npm run bench storm`: the opening, open-loop, on SQLite and on PostgreSQL with two API servers; then too many. Three storms and an
 * overload on each take five minutes on a quiet machine, and ten beside other work; `-- --students 1000` makes it a tenth.
 */
export async function benchStorm({ students }: BenchOptions): Promise<BenchRow[]> {
  const size = stormSize(students)
  return [...(await benchOn('SQLite', size)), ...(await benchOn('PostgreSQL', size))]
}

async function benchOn(engine: Engine, size: StormSize): Promise<BenchRow[]> {
  const seconds = OVERLOAD_SHARE * size.seconds
  const { outcome, after } = await benchAlone(engine, size, seconds)
  const rows = [
    ...stormRows(engine, size, outcome),
    ...(await benchMessage(engine, size, outcome)),
    ...(await benchSeats(engine, size, outcome)),
  ]
  return [...rows, ...overloadRows(engine, seconds, after)]
}

const benchAlone = (engine: Engine, size: StormSize, seconds: number) =>
  withStormSubject({ engine, students: size.students }, async (subject) => {
    const outcome = await measureStorm(subject, size)
    const after = await overload(subject, { students: size.students, seconds, peakSeconds: PEAK_SECONDS })
    return { outcome, after }
  })

/** Runs the same storm on an equal school in which a teacher writes to half of the students. */
const benchMessage = (engine: Engine, size: StormSize, alone: StormOutcome): Promise<BenchRow[]> =>
  withLetters(engine, size, async (subject, taken) => {
    const sending = sendInStorm(subject)
    const beside = await measureStorm(subject, size)
    return messageRows(engine, { alone, beside, sent: await sending, taken: taken() })
  })

/** Runs the same storm on an equal school where few of the students fit. */
const benchSeats = (engine: Engine, size: StormSize, alone: StormOutcome): Promise<BenchRow[]> =>
  withLetters(engine, size, async (subject, taken) =>
    seatRows(engine, size, await stormForSeats(subject, size, taken), alone),
  )

async function withLetters(
  engine: Engine,
  { students }: StormSize,
  work: (subject: StormSubject, taken: () => number) => Promise<BenchRow[]>,
): Promise<BenchRow[]> {
  const { url: smtpUrl, taken, stop } = await startLetterSink()
  return withStormSubject({ engine, students, smtpUrl }, (subject) => work(subject, taken)).finally(stop)
}
