import type { Endpoint } from '#contract/endpoint.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/users.ts'
import { rateRow } from '../enroll/comparison-rows.ts'
import { comparisonOf, ROUNDS } from '../enroll/rounds.ts'
import type { BenchRow } from '../result-table.ts'
import type { ReadingSubject } from './reading-subject.ts'

const CONNECTIONS = 50
const SECONDS = 1
const WARM_UP_SECONDS = 1

/** PostgreSQL works beside the server, on the same two cores. */
const GOALS = { SQLite: { first: 0.4, again: 0.6 }, PostgreSQL: { first: 0.3, again: 0.5 } }

const lists = [
  { list: listModuleStatuses, what: "GET of a student's modules" },
  { list: listUserTestmoments, what: 'GET of the test moments' },
]

/** Every list, and every list again, beside hello JSON, one round of all after the other. */
export async function readingRows(subject: ReadingSubject, engine: keyof typeof GOALS): Promise<BenchRow[]> {
  const again = ', again → 304'
  const goals = GOALS[engine]
  const measured = lists.flatMap(({ list, what }) => [
    { what, goal: goals.first, rounds: [] as Round[], run: () => subject.read(list, CONNECTIONS, SECONDS) },
    {
      what: what + again,
      goal: goals.again,
      rounds: [] as Round[],
      run: () => subject.readAgain(list, CONNECTIONS, SECONDS),
    },
  ])
  await warmUp(
    subject,
    lists.map(({ list }) => list),
  )
  for (let round = 0; round < ROUNDS; round++)
    for (const { rounds, run } of measured)
      rounds.push({ reference: await subject.hello(CONNECTIONS, SECONDS), measured: await run() })
  return measured.map(({ what, goal, rounds }) =>
    rateRow(`${what}, ${CONNECTIONS} connections, ${engine}`, comparisonOf(rounds), 'hello JSON', goal),
  )
}

type Round = Parameters<typeof comparisonOf>[0][number]

async function warmUp(subject: ReadingSubject, all: readonly Endpoint[]): Promise<void> {
  await subject.hello(CONNECTIONS, WARM_UP_SECONDS)
  for (const list of all) {
    await subject.read(list, CONNECTIONS, WARM_UP_SECONDS)
    await subject.readAgain(list, CONNECTIONS, WARM_UP_SECONDS)
  }
}
