import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/first-reads.gen.ts'
import type { Database } from '#database/engine/open-database.ts'
import { loadAllAnswered } from '#tests/harness/http/closed-loop.ts'
import { wholeRequest } from '#tests/harness/http/requests.ts'
import type { Place } from '#tests/harness/places.ts'
import { startBenchServer } from '#tests/harness/programs.ts'
import { STUDENTS, seedBenchSchool } from '#tests/harness/school/bench-school.ts'
import { insertAll, range } from '#tests/harness/school/rows.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import { comparisonOf, ROUNDS, rateRow } from '../comparison.ts'
import { HELLO } from '../enroll/bench-paths.ts'
import type { BenchRow } from '../result-table.ts'

const CONNECTIONS = 50
const SECONDS = 1
/** Enough that nobody's list is asked for twice in one turn of the server. */
const READERS = range(1_000)

/** PostgreSQL works beside the server, on the same two cores. */
const GOALS = { SQLite: { first: 0.4, again: 0.6 }, PostgreSQL: { first: 0.3, again: 0.5 } }

const LISTS = [
  { list: listModuleStatuses, what: "GET of a student's modules" },
  { list: listUserTestmoments, what: 'GET of the test moments' },
]

/** Every list, and every list again by who has it and says so (304), beside hello JSON, one round of all after the other. */
export async function readingRows({ engine, url, dataDir, fill }: Place): Promise<BenchRow[]> {
  await fill(seedReadingSchool)
  const tokens = await signTokens(dataDir)
  const { port, stop } = await startBenchServer({ url, dataDir })
  const measure = async (status: number, requests: readonly string[]) => {
    let n = 0
    const next = () => requests[n++ % requests.length] ?? ''
    return (await loadAllAnswered(status, { port, connections: CONNECTIONS, seconds: SECONDS, next })).perSecond
  }
  const requestsOf = (list: Endpoint, tags: readonly string[] = []) =>
    READERS.map((id) =>
      wholeRequest({
        path: pathOf(list, { id }),
        token: tokens[id],
        ...(tags[id] && { more: `If-None-Match: ${tags[id]}\r\n` }),
      }),
    )
  /** Learns the tags of the lists that each reader is shown now. */
  const learnTags = async (list: Endpoint): Promise<string[]> => {
    const tags: string[] = []
    for (const id of READERS) {
      const headers = { authorization: `Bearer ${tokens[id]}` }
      const reply = await fetch(`http://127.0.0.1:${port}${pathOf(list, { id })}`, { headers })
      await reply.arrayBuffer()
      tags[id] = reply.headers.get('etag') ?? ''
    }
    return tags
  }
  try {
    const hello = () => measure(200, [wholeRequest({ path: HELLO })])
    await hello()
    const subjects: { what: string; goal: number; run: () => Promise<number>; rounds: Round[] }[] = []
    for (const { list, what } of LISTS) {
      const [first, again] = [requestsOf(list), requestsOf(list, await learnTags(list))]
      const { first: goal, again: goalAgain } = GOALS[engine]
      subjects.push({ what, goal, run: () => measure(200, first), rounds: [] })
      subjects.push({ what: `${what}, again → 304`, goal: goalAgain, run: () => measure(304, again), rounds: [] })
    }
    // The first time has the code compiled.
    for (const { run } of subjects) await run()
    for (let round = 0; round < ROUNDS; round++)
      for (const { rounds, run } of subjects) rounds.push({ reference: await hello(), measured: await run() })
    return subjects.map(({ what, goal, rounds }) =>
      rateRow(`${what}, ${CONNECTIONS} connections, ${engine}`, comparisonOf(rounds), 'hello JSON', goal),
    )
  } finally {
    await stop()
  }
}

type Round = Parameters<typeof comparisonOf>[0][number]

/** [moment, module]: what every student has chosen, at the second moment only one. */
const CHOSEN = [
  [1, 4],
  [1, 5],
  [2, 6],
] as const
const COMPLETED = [1, 2]

/** The bench school some days after the opening: everyone is enrolled in a few modules and has some behind them. */
async function seedReadingSchool(database: Database): Promise<void> {
  await seedBenchSchool(database)
  const created_at = new Date().toISOString()
  const chosen = range(STUDENTS).flatMap((user_id) =>
    CHOSEN.map(([testmoment_id, module_id]) => ({ user_id, testmoment_id, module_id, created_at })),
  )
  const completed = range(STUDENTS).flatMap((user_id) =>
    COMPLETED.map((module_id) => ({ user_id, module_id, created_at })),
  )
  await database.transaction(async (trx) => {
    await insertAll(trx, 'enrollment', chosen)
    await insertAll(trx, 'completed_module', completed)
  })
}
