import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Kysely } from '#database/tables.ts'
import { openDatabase } from '../open-database.ts'
import { preferIndexes } from '../prefer-indexes.ts'
import { splitPassword } from '../url-password.ts'
import { type DatabaseBackup, DatabaseRefusal, type DatabaseSummary } from './database-backup.ts'

/** Time (ms) that pg_dump may take. */
const DUMP_TIMEOUT_MS = 3_600_000

/** Time (ms) until PostgreSQL notices that a client hung up, and how often to look meanwhile. */
const LEAVING_CLIENT_MS = 1_000
const MOST_LOOKS = 10

/** The role that restores may differ from the role that saved. */
const NOBODY_S = ['--no-owner', '--no-privileges']

/** Backs up a PostgreSQL database with its own programs; see backup.rationale.md. */
export class PostgresBackup implements DatabaseBackup {
  readonly engine = 'postgres'
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Holds a transaction open, so that pg_dump reads the same state that is counted here. */
  save(file: string): Promise<DatabaseSummary> {
    return this.#use((kysely) =>
      kysely.transaction().execute(async (trx) => {
        await sql`set transaction isolation level repeatable read`.execute(trx)
        const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(trx)
        const summary = await summaryOf(trx)
        const state = `--snapshot=${rows[0]?.snapshot}`
        await runPostgresProgram('pg_dump', this.#url, ['--format=custom', ...NOBODY_S, state, `--file=${file}`])
        return summary
      }),
    )
  }

  tables(): Promise<string[]> {
    return this.#use(tablesIn)
  }

  /** Counts other clients that can write. `known`: the caller's own connections, which do not count. */
  others(known = 0): Promise<number> {
    return this.#use(async (kysely) => {
      for (let looked = 1; ; looked++) {
        const others = (await countOthers(kysely)) - known
        if (others <= 0 || looked === MOST_LOOKS) return others
        await pause(LEAVING_CLIENT_MS / MOST_LOOKS)
      }
    })
  }

  async load(file: string): Promise<DatabaseSummary> {
    const allOrNothing = ['--single-transaction', '--exit-on-error']
    await runPostgresProgram('pg_restore', this.#url, [...allOrNothing, '--clean', '--if-exists', ...NOBODY_S, file])
    return this.#use(async (kysely) => {
      // The dump has neither the setting of the database nor PostgreSQL's statistics.
      await preferIndexes(kysely)
      await sql`analyze`.execute(kysely)
      return summaryOf(kysely)
    })
  }

  async #use<T>(work: (kysely: Kysely) => Promise<T>): Promise<T> {
    const database = openDatabase(this.#url, { timeout: DUMP_TIMEOUT_MS })
    try {
      return await work(database.kysely)
    } finally {
      await database.close()
    }
  }
}

async function summaryOf(kysely: Kysely): Promise<DatabaseSummary> {
  const tables = await tablesIn(kysely)
  const rows: Record<string, number> = {}
  for (const table of tables) rows[table] = await countIn(kysely, table)
  const migrations = tables.includes('kysely_migration')
    ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(kysely)).rows
    : []
  return { migrations: migrations.map(({ name }) => name), rows }
}

/**
 * Counts sessions that could write. Monitors do not count, nor PostgreSQL's own workers, which have no user. An ordinary role
 * cannot see the type of another role's session: such a session counts, or a superuser in psql would be overlooked.
 */
async function countOthers(kysely: Kysely): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from pg_stat_activity a
    where datname = current_database() and pid <> pg_backend_pid()
      and coalesce(backend_type, 'client backend') = 'client backend'
      and exists (select from pg_class c
        where c.relnamespace = current_schema()::text::regnamespace and c.relkind in ('r', 'p')
          and has_table_privilege(a.usesysid, c.oid, 'insert, update, delete, truncate'))`.execute(kysely)
  return rows[0]?.others ?? 0
}

async function countIn(kysely: Kysely, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(kysely)
  return rows[0]?.rows ?? 0
}

async function tablesIn(kysely: Kysely): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`.execute(kysely)
  return rows.map(({ name }) => name)
}

const execute = promisify(execFile)

/** Most characters of error output that are kept: enough for a long list of failures. */
const SHOWN_ERROR_CHARACTERS = 1_048_576

/**
 * A limit that equals PostgreSQL's default. Poolers refuse this setting, and must not run these programs, which change settings
 * (search_path) that the session's next user would get.
 */
const ONLY_POSTGRES_TAKES = '-c idle_session_timeout=0'

/** Runs pg_dump or pg_restore on the database at `url` to its end. Throws `DatabaseRefusal`. */
async function runPostgresProgram(name: 'pg_dump' | 'pg_restore', url: string, args: string[]): Promise<void> {
  const { address, password } = splitPassword(url)
  // The environment is visible to its owner only, arguments to everybody on the machine.
  const env = {
    ...process.env,
    PGOPTIONS: ONLY_POSTGRES_TAKES,
    ...(password !== undefined && { PGPASSWORD: decodeURIComponent(password) }),
  }
  try {
    await execute(find(name), ['--no-password', `--dbname=${address}`, ...args], {
      env,
      maxBuffer: SHOWN_ERROR_CHARACTERS,
    })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('code' in error && error.code === 'ENOENT') throw new DatabaseRefusal('program-missing', name)
    const said = 'stderr' in error ? String(error.stderr).trim() : error.message
    throw new DatabaseRefusal(/unsupported startup parameter/.test(said) ? 'pooled' : 'failed', said)
  }
}

/** If it is not on the PATH: the newest version that Debian keeps, which reads dumps of older ones too. */
function find(name: string): string {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => globSync(join(folder, name)))
  return onPath[0] ?? globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().at(-1) ?? name
}
