import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Place } from '#tests/harness/places.ts'
import type { Held } from './inside.ts'

/**
 * Growth that a table may have in a school that goes on as before: none, growth that is undone again, or growth with
 * what the text names.
 */
type Growth = 'constant' | 'returns' | { grows: string }

/** Each table of the product: one that is missing here does not compile. */
const tableGrowth: Readonly<Record<keyof Tables, Growth>> = {
  user: 'returns',
  session: 'returns',
  refresh_token: { grows: 'a row each refresh, until the login is over' },
  registration: 'returns',
  password_reset: 'returns',
  external_identity: 'constant',
  barred_identity: 'constant',
  login_notice: 'constant',
  login_ticket: 'returns',
  passkey: 'constant',
  totp: 'constant',
  recovery_code: 'constant',
  schoolyear: 'constant',
  recess: 'constant',
  testmoment: { grows: 'a moment a day' },
  testmoment_module: 'constant',
  testmoment_room: { grows: 'with moments' },
  chair: { grows: 'kept for KEEP_PRESENCE years' },
  door_code: { grows: 'with who left a moment' },
  room: 'constant',
  module: 'constant',
  education_department: 'constant',
  education_department_module: 'constant',
  completed_module: 'constant',
  enrollment: { grows: 'tests that were taken stay' },
  seat_count: { grows: 'with moments' },
  waiting_entry: 'returns',
  waiting_outcome: { grows: 'kept for KEEP_WAITING years' },
  invigilator_link: { grows: 'kept for KEEP_PRESENCE years' },
  invigilator_device: 'constant',
  presence: { grows: 'kept for KEEP_PRESENCE years' },
  presence_tick: { grows: 'kept for KEEP_PRESENCE years' },
  walk_in: { grows: 'kept for KEEP_PRESENCE years' },
  result: { grows: 'kept for KEEP_RESULTS years' },
  result_publication: { grows: 'kept for KEEP_RESULTS years' },
  result_sending: { grows: 'kept for KEEP_RESULTS years' },
  write_outcome: { grows: 'a row a write, for 24 hours' },
  outbox: { grows: 'what was done is kept for 30 days' },
  push_subscription: 'returns',
  push_preference: 'constant',
  removed_push_device: { grows: 'each device that its owner took off' },
  gone_push_endpoint: 'returns',
  push_job: { grows: 'what was done is kept for 7 days' },
  push_reminder: { grows: 'kept for 7 days' },
  calendar_feed: 'constant',
  message: { grows: 'kept for KEEP_MESSAGES years' },
  message_recipient: { grows: 'with messages' },
  import: { grows: 'each list' },
  import_line: { grows: 'with lists' },
  import_column: 'constant',
  connection: 'constant',
  connection_assertion: 'constant',
  connection_reading: 'constant',
  connection_refusal: 'constant',
  source: 'constant',
  source_person: 'constant',
  source_page: 'constant',
  address_change: { grows: 'kept for 30 days' },
  audit: { grows: 'each act' },
  school_state: 'constant',
}

/** At one hour of the life. */
export interface Sample {
  hour: number
  /** figures by server */
  servers: Record<string, Held & { files: number }>
  rows: Record<string, number>
  /** bytes */
  database: number
  wal: number
  /** files in DATA_DIR other than the database, and in the servers' folder for temporary ones */
  kept: number
  temporary: number
  /** connections to PostgreSQL */
  connections: number
  /** outbox tasks and pushes that are due and not done */
  waiting: number
}

export const openFiles = (pid: number | undefined): number =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => linkOf(`/proc/${pid}/fd/${fd}`) !== undefined).length

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    // Closed while we looked.
    return undefined
  }
}

export async function lookAround(
  { database: { kysely }, engine, dataDir }: Place,
  temporary: string,
): Promise<Omit<Sample, 'hour' | 'servers'>> {
  const rows: Record<string, number> = {}
  for (const { name } of await kysely.introspection.getTables())
    rows[name] =
      (await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(kysely)).rows[0]?.n ?? 0
  const now = new Date().toISOString()
  const due = await Promise.all(
    (['outbox', 'push_job'] as const).map((table) =>
      kysely
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('done_at', 'is', null)
        .where('available_at', '<=', now)
        .executeTakeFirstOrThrow(),
    ),
  )
  const isSqlite = engine === 'SQLite'
  const sizes = isSqlite
    ? { database: sizeOf(join(dataDir, 'app.db')), wal: sizeOf(join(dataDir, 'app.db-wal')), connections: 0 }
    : await postgresSizes(kysely)
  return {
    rows: Object.fromEntries(Object.entries(rows).map(([name, count]) => [name, Number(count)])),
    ...sizes,
    kept: filesIn(dataDir).filter((path) => !path.startsWith('app.db')).length,
    temporary: filesIn(temporary).length,
    waiting: due.reduce((sum, { n }) => sum + Number(n), 0),
  }
}

async function postgresSizes(kysely: Place['database']['kysely']) {
  const { rows } = await sql<{ size: string; connections: string }>`
    select pg_database_size(current_database()) as size,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections`.execute(kysely)
  return { database: Number(rows[0]?.size), wal: 0, connections: Number(rows[0]?.connections) }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
const filesIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String)

const MB = 1_048_576

/**
 * Finds growth that should not be. Servers are judged by the days in which nothing ended them, by a line through
 * their hours (the median of all slopes, which a garbage collection or a backup does not tilt): over those days it
 * may grow by at most `MOST`. Tables that come back are judged by the last day, at most a fifth above the third.
 */
export function findGrowth(samples: readonly Sample[], quietFrom: number): string[] {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last) return ['nothing was measured']
  const day = (n: number) => samples.filter(({ hour }) => Math.floor(hour / 24) === n)
  const dayOfLast = Math.floor((last.hour - 1) / 24)
  const most = (n: number, of: (sample: Sample) => number) => Math.max(...day(n).map(of))
  const found: string[] = []
  const comesBack = (what: string, of: (sample: Sample) => number, slack: number) => {
    const [then, now] = [most(2, of), most(dayOfLast, of)]
    if (now > 1.2 * then + slack) found.push(`${what}: ${then} at most on day 3, ${now} on the last`)
  }
  // SQLite's index of names is tables too, as large as there are people.
  for (const name of Object.keys(last.rows).filter((table) => !table.startsWith('people_search'))) {
    const growth =
      name in tableGrowth ? tableGrowth[name as keyof Tables] : name.startsWith('kysely_') ? 'constant' : undefined
    const rows = (sample: Sample) => sample.rows[name] ?? 0
    if (!growth) found.push(`${name}: a table in no list`)
    else if (growth === 'constant' && rows(first) !== rows(last))
      found.push(`${name}: ${rows(first)} → ${rows(last)} rows`)
    else if (growth === 'returns') comesBack(`${name}, rows`, rows, 5)
  }
  comesBack('WAL, MB', ({ wal }) => Math.round(wal / MB), 4)
  comesBack('files in DATA_DIR', ({ kept }) => kept, 0)
  comesBack('temporary files', ({ temporary }) => temporary, 0)
  comesBack('connections', ({ connections }) => connections, 1)
  const quiet = samples.filter(({ hour }) => hour >= quietFrom)
  for (const name of Object.keys(last.servers)) {
    comesBack(`rss of ${name}, MB`, ({ servers }) => Math.round((servers[name]?.rss ?? 0) / MB), 8)
    for (const [what, limit] of Object.entries(MOST)) {
      const of = ({ servers }: Sample) => servers[name]?.[what as keyof typeof MOST] ?? 0
      const grown = slopeOf(quiet.map((sample) => [sample.hour, of(sample)])) * quiet.length
      if (grown > limit) found.push(`${what} of ${name}: ${inWords(what, grown)} in the days after ${quietFrom} h`)
    }
  }
  return found
}

/**
 * Growth that a server may seem to have in three days: pools leave it to chance, twelve open screens move from one
 * server to the other, and it remembers the tokens of some thousand logins (server/bearer.ts), up to a limit.
 */
const MOST = { heap: 4 * MB, handles: 16, files: 16 } as const

const inWords = (what: string, amount: number): string =>
  what === 'heap' ? `${(amount / MB).toFixed(1)} MB` : amount.toFixed(0)

/** Theil's: the median slope of all pairs. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const slopes = points.flatMap(([x, y], at) => points.slice(at + 1).map(([x2, y2]) => (y2 - y) / (x2 - x)))
  return slopes.toSorted((one, other) => one - other)[Math.floor(slopes.length / 2)] ?? 0
}

/** How it stood at these hours. */
export function grownInWords(samples: readonly Sample[], hours: readonly number[]): string {
  const at = hours.flatMap((hour) => samples[hour] ?? [])
  const mb = (bytes: number) => Math.round(bytes / MB)
  const line = (of: (sample: Sample) => number | string) => at.map(of).join(' → ')
  const names = Object.keys(at[0]?.servers ?? {})
  const servers = names.map((name) => {
    const of = (what: keyof Held | 'files') =>
      line(({ servers }) => {
        const value = servers[name]?.[what] ?? 0
        return what === 'heap' || what === 'rss' ? mb(value) : value
      })
    return `${name}: heap ${of('heap')} MB, rss ${of('rss')} MB, handles ${of('handles')}, files ${of('files')}`
  })
  return `At ${at.map(({ hour }) => `${hour} h`).join(', ')}: ${servers.join('; ')}; database ${line(({ database }) => mb(database))} MB, WAL ${line(({ wal }) => mb(wal))} MB, files ${line(({ kept }) => kept)}, temporary ${line(({ temporary }) => temporary)}, connections ${line(({ connections }) => connections)}`
}
