import { sql } from 'kysely'
import { pathOf } from '#contract/endpoint.ts'
import { listUsers } from '#contract/users.calls.ts'
import { addressOf, firstNames, lastNames } from '#database/demo/drawn-students.ts'
import type { Database } from '#database/engine/open-database.ts'
import { loadAllAnswered } from '#tests/harness/http/closed-loop.ts'
import { wholeRequest } from '#tests/harness/http/requests.ts'
import type { Place } from '#tests/harness/places.ts'
import { startBenchServer } from '#tests/harness/programs.ts'
import { addUsers, logInAll } from '#tests/harness/school/rows.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import { median } from '#tests/harness/statistics.ts'
import { atMost, ROUNDS } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'

/** A large university's accounts of some years. */
const PEOPLE = 50_000
const PAGE = 20
const SECONDS = 0.4
const GOAL_MS = 5

/** Searches, and how many of a page of 20 each must find: a bench that finds nobody measures nothing. */
const SEARCHES = [
  { what: 'a word that many have', search: 'jansen', found: PAGE },
  { what: 'the next page of it', search: 'jansen', found: PAGE, next: true },
  { what: 'one that many have, late in the order', search: 'zoë', found: PAGE },
  { what: 'a word that one person has', search: 'zeldenrust', found: 1 },
  { what: 'a word that nobody has', search: 'qqqq', found: 0 },
  { what: 'two words with accents', search: 'özdemir chloë', found: 14 },
  { what: 'two letters that nobody has', search: 'qz', found: 0 },
] as const

/** An administrator searches 50,000 people, one question at a time. */
export async function searchRows({ engine, url, dataDir, fill }: Place): Promise<BenchRow[]> {
  await fill(seedPeople)
  const [, token = ''] = await signTokens(dataDir, 1)
  const { port, stop } = await startBenchServer({ url, dataDir })
  /** ms of the median answer */
  const ask = async (path: string) => {
    const request = wholeRequest({ path, token })
    const options = { port, connections: 1, seconds: SECONDS, next: () => request }
    return median((await loadAllAnswered(200, options)).latencies)
  }
  const look = async (path: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
    const { entities, _links } = listUsers.reply.parse(await reply.json())
    return { found: entities.length, next: _links.next?.href }
  }
  const prepare = async (row: (typeof SEARCHES)[number]) => {
    const first = `${everyone}?${new URLSearchParams({ search: row.search })}`
    const path = 'next' in row ? (await look(first)).next : first
    if (path === undefined) throw new Error(`'${row.search}' has no next page`)
    const { found } = await look(path)
    if (found !== row.found) throw new Error(`'${row.search}' found ${found}, not ${row.found}`)
    return { what: row.what, path, times: [] as number[] }
  }
  const everyone = pathOf(listUsers, { paging: PAGE })
  try {
    const asked = await Promise.all(SEARCHES.map(prepare))
    await ask(everyone)
    const references: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      references.push(await ask(everyone))
      for (const { path, times } of asked) times.push(await ask(path))
    }
    return asked.map(({ what, times }) => ({
      what: `user search of ${PEOPLE.toLocaleString('en')}: ${what}, ${engine}`,
      measured: `p50 ${median(times).toFixed(2)} ms`,
      reference: `p50 ${median(references).toFixed(2)} ms the first page of all`,
      ...atMost(median(times), GOAL_MS, (ms) => `${Number(ms.toFixed(2))} ms`),
    }))
  } finally {
    await stop()
  }
}

/** Found by one name that nobody else has. */
const RARE = { username: 'quirijn.zeldenrust@bench.example', first_name: 'Quirijn', last_name: 'Zeldenrust' }

/** User 1, who administers it, and people who have names as a Dutch school knows them. */
async function seedPeople(database: Database): Promise<void> {
  const created_at = new Date().toISOString()
  await database.transaction(async (trx) => {
    const teachers = await addUsers(trx, 1, () => ({
      ...{ username: 'docent@bench.example', first_name: 'Marijke', last_name: 'de Leeuw' },
      ...{ roles: 'ROLE_ADMIN', created_at },
    }))
    await logInAll(trx, teachers)
    await addUsers(trx, PEOPLE, (n) => ({ ...personOf(n), information_checked: false, created_at }))
    await addUsers(trx, 1, () => ({ ...RARE, activated: false, information_checked: false, created_at }))
  })
  // PostgreSQL does this by itself a minute later.
  await sql`analyze`.execute(database.kysely)
}

function personOf(number: number) {
  const first_name = firstNames[number % firstNames.length] ?? ''
  const last_name = lastNames[(number * 31 + Math.floor(number / firstNames.length)) % lastNames.length] ?? ''
  return { username: `${addressOf(first_name, last_name)}${number}@student.bench.example`, first_name, last_name }
}
