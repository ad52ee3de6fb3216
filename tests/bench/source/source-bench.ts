import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { onEach } from '#tests/harness/places.ts'
import { startProgram } from '#tests/harness/programs.ts'
import { addDepartment, addYear } from '#tests/support/api/test-school.ts'
import type { BenchOptions } from '../bench.ts'
import { atMost } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'

const STUDENTS = 100_000
/** A nightly run without a change compares one in this many students. */
const SHARE_OF_NIGHT = 5
const MEMORY_GOAL = 100

/** Costs of a run. */
export interface Reading {
  seconds: number
  /** statements that changed anything but the copy of the source */
  written: number
  phase: string
  /** in the copy */
  people: number
  /** MB that the process grew by at its most, and MB of its heap that were not free afterwards */
  grown: number
  kept: number
}

/** `npm run bench source`: what reading the students of the school's own system takes of memory, and a night without a change. */
export const benchSource = ({ students = STUDENTS }: BenchOptions): Promise<BenchRow[]> =>
  onEach(
    async ({ engine, another }) => [
      memoryRow(engine, await readOnce(await another('large'), students)),
      nightRow(engine, await readTwice(await another('night'), Math.ceil(students / SHARE_OF_NIGHT))),
    ],
    { migrated: false },
  )

const readOnce = (url: string, people: number): Promise<Reading> =>
  withSource(url, people, (origin) => readApart(url, origin, 'by hand'))

/** The second of two nights: all have their account by then, and nothing has changed. */
const readTwice = (url: string, people: number): Promise<Reading> =>
  withSource(url, people, async (origin) => {
    await readApart(url, origin, '1')
    return readApart(url, origin, '2')
  })

async function withSource(url: string, people: number, work: (origin: string) => Promise<Reading>): Promise<Reading> {
  const database = openDatabase(url, { timeout: 600_000 })
  await migrate(database)
  await addDepartment(database, [], 'Wiskunde')
  await addYear(database, '2025-2026', true)
  await database.close()
  const source = startProgram('tests/bench/source/serving-process.ts', { args: [String(people)] })
  return work(await source.said()).finally(() => source.end())
}

async function readApart(url: string, origin: string, kind: string): Promise<Reading> {
  const program = startProgram('tests/bench/source/reading-process.ts', { args: [url, origin, kind] })
  const reading = await program.said<Reading>()
  await program.end()
  return reading
}

const inNumbers = (count: number) => count.toLocaleString('en')

const memoryRow = (engine: string, { grown, kept, people, seconds }: Reading): BenchRow => ({
  what: `${inNumbers(people)} students read, ${engine}: memory`,
  measured: `${grown.toFixed(0)} MB more at its most, ${kept.toFixed(0)} MB of heap kept; ${seconds.toFixed(1)} s`,
  reference: '–',
  ...atMost(grown, MEMORY_GOAL, (megabytes) => `${megabytes.toFixed(0)} MB`),
})

const nightRow = (engine: string, { written, people, phase, seconds }: Reading): BenchRow => ({
  what: `a night without a change, ${inNumbers(people)} students, ${engine}`,
  measured: `${seconds.toFixed(1)} s, ${phase}`,
  reference: '–',
  figure: `${written} statements that write to school data`,
  goal: '0',
  reached: written === 0 && phase === 'done',
})
