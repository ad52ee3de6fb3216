import { setTimeout as pause } from 'node:timers/promises'
import { workOnSource } from '#api-server/acts/source/source-run.ts'
import { groundsOf, readSource } from '#api-server/acts/source/source-state.queries.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { settleMemory } from '#server/process.ts'
import { configOf } from '#tests/support/api/source-server.ts'
import type { Reading } from './source-bench.ts'

/**
 * Reads a source as the API server does, whose memory it has to itself, and reports to its parent what that took. The run is one by
 * hand, so that it ends with what would change, or the nightly one.
 */
const [url = '', origin = '', kind = ''] = process.argv.slice(2)
const WARMING_MS = 500

const writes: string[] = []
const database = openDatabase(url, {
  timeout: 600_000,
  log: ({ query }) => {
    const [, table] = /^(?:insert into|update|delete from) "(\w+)"/.exec(query.sql) ?? []
    if (table !== undefined && !table.startsWith('source')) writes.push(table)
  },
})
const clock = { ahead: 0 }
const log = { warn: (...said: unknown[]) => console.error(...said), info: () => undefined }
const desk = { database, source: configOf(origin), clock: () => Date.now() + clock.ahead, log }

await database.kysely.selectFrom('user').select('id').limit(1).execute()
if (kind === 'by hand') {
  await database.kysely.deleteFrom('source').execute()
  await database.kysely.insertInto('source').values({ id: 1, followed_origin: '' }).execute()
  const { basis: run_basis } = await groundsOf(database.kysely, desk.source, await readSource(database))
  await database.kysely.updateTable('source').set({ phase: 'reading', by_hand: true, run: 1, run_basis }).execute()
} else clock.ahead = Number(kind) * 24 * 3_600_000
// The API server does this before it listens.
settleMemory()
await pause(WARMING_MS)
const before = process.memoryUsage()
let most = 0
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss())
}, 20)
writes.length = 0
const began = performance.now()
await workOnSource(desk, new AbortController().signal)
const seconds = (performance.now() - began) / 1_000
clearInterval(watch)
const written = writes.length
settleMemory()
const after = process.memoryUsage()
const { phase, counts } = await database.kysely
  .selectFrom('source')
  .select(['phase', 'counts'])
  .executeTakeFirstOrThrow()
const reading: Reading = {
  seconds,
  written,
  phase,
  people: JSON.parse(counts ?? '{}').people ?? 0,
  grown: (most - before.rss) / 2 ** 20,
  kept: (after.heapUsed - before.heapUsed) / 2 ** 20,
}
process.send?.(reading, () => process.exit(0))
