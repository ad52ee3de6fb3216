import { type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import { addUsers } from '#tests/harness/school/rows.ts'

/** A log of three years, with the people and the questions to ask about. */
export interface FilledLog {
  lines: number
  /** teacher who does a third of everything */
  teacher: number
  /** user who did only ten things, in the first days */
  guest: number
  student: number
  import: number
  /** days in which some ninety thousand lines were written, of a million */
  days: { from: string; until: string }
}

const BEGIN = Date.parse('2023-09-01T00:00:00.000Z')
const YEARS = 3 * 365 * 86_400
const TEACHERS = 40
const STUDENTS = 5_000
/** every tenth day 1,500 of the thousand lines a day are of an import */
const IMPORTS = 30

/** Lines of the log that the guest caused. */
const TEN = Array.from({ length: 10 }, (_, n) => 20 + n)

/** Fills an empty, migrated database, and has PostgreSQL count it. */
export async function fillLog(database: Database, lines: number): Promise<FilledLog> {
  const { kysely } = database
  const created_at = new Date(BEGIN).toISOString()
  await addUsers(kysely, TEACHERS + STUDENTS, (n) => ({
    ...{ username: `p${n}@bench.example`, last_name: `Bakker ${n}`, created_at },
    roles: n < TEACHERS ? 'ROLE_ADMIN' : 'ROLE_STUDENT',
  }))
  const imports = Array.from({ length: IMPORTS }, () => ({ kind: 'students' as const, at: created_at }))
  await kysely.insertInto('import').values(imports).execute()

  await database.transaction(async (trx) => {
    for (let from = 0; from < lines; from += 100_000)
      await linesFrom(database, { from, until: Math.min(from + 100_000, lines), lines }).execute(trx)
    const early = trx.updateTable('audit').set({ actor_id: TEACHERS, by_schedule: false, import_id: null })
    await early.set({ action: 'edited', resource: 'schoolyear', resource_id: 1 }).where('id', 'in', TEN).execute()
    await early.set({ action: 'copied' }).where('id', '=', 20).execute()
  })
  if (!isSqlite(database)) await sql`vacuum analyze audit`.execute(kysely)
  return {
    lines,
    teacher: 1,
    guest: TEACHERS,
    student: TEACHERS + 7,
    import: IMPORTS,
    days: { from: '2025-09-01', until: '2025-12-07' },
  }
}

const isSqlite = ({ kysely }: Database) => kysely.getExecutor().adapter instanceof SqliteAdapter

/**
 * Lines of the log: teachers mostly enroll and unenroll students, and at times open and edit moments. A twentieth of
 * the lines has no actor. Teacher 1 makes a third, but opens nothing.
 */
function linesFrom(database: Database, span: { from: number; until: number; lines: number }): RawBuilder<unknown> {
  const [from, until] = [sql.lit(span.from + 1), sql.lit(span.until)]
  const second = sql`(${sql.lit(BEGIN / 1_000)} + cast(i as bigint) * ${sql.lit(YEARS)} / ${sql.lit(span.lines)})`
  const at = isSqlite(database)
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${second}, 'unixepoch')`
    : sql`to_timestamp(${second})`
  const perImport = Math.ceil(span.lines / IMPORTS)
  return sql`with recursive n (i) as (select ${from} union all select i + 1 from n where i < ${until})
    insert into audit (at, actor_id, by_schedule, action, resource, resource_id, fields, changes, subject, about, import_id)
    select ${at},
      case when i % 20 = 3 then null when i % 3 = 0 then 1 else 2 + i % ${sql.lit(TEACHERS - 2)} end,
      i % 20 = 3,
      case when i % 20 = 3 then 'opened' when i % 20 < 9 then 'enrolled' when i % 20 < 14 then 'unenrolled'
        when i % 20 < 17 then 'edited' when i % 20 = 17 then 'presence-noted'
        when i % 3 <> 0 and i % 7 = 0 then 'opened' else 'exported' end,
      case when i % 20 = 3 or i % 20 >= 17 then 'testmoment' when i % 20 = 16 then 'module' else 'user' end,
      case when i % 20 = 3 or i % 20 >= 16 then 1 + i % 60 else ${sql.lit(TEACHERS)} + 1 + i % ${sql.lit(STUDENTS)} end,
      '[]',
      case when i % 20 = 16 then '{"description":["Algebra","Algebra 1"]}' end,
      case when i % 20 = 3 or i % 20 >= 17 then 'vr 20 mrt 2026' when i % 20 = 16 then 'ALG1' end,
      case when i % 20 between 4 and 13 then 'ALG1, vr 20 mrt 2026' end,
      case when i % ${sql.lit(perImport)} < ${sql.lit(Math.round(perImport / 6))} then 1 + i / ${sql.lit(perImport)} end
    from n`
}
