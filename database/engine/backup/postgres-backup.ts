import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { openDatabase } from '../open-database.ts'
import { preferIndexes } from '../prefer-indexes.ts'
import type { DatabaseBackup, DatabaseSummary } from './database-backup.ts'
import { runPostgresProgram } from './postgres-program.ts'

/** For as long as pg_dump may take (ms). */
const PATIENCE = 3_600_000

/** Who hung up is counted until PostgreSQL has noticed (ms, in so many looks). */
const LEAVING = 1_000
const LOOKS = 10

/** Whoever restores may be another role than whoever saved. */
const NOBODY_S = ['--no-owner', '--no-privileges']

/** A database of PostgreSQL, by its own programs; see backup.rationale.md. */
export class PostgresBackup implements DatabaseBackup {
  readonly engine = 'postgres'
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** pg_dump reads the very state that is counted here, for as long as this transaction holds it. */
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

  others(): Promise<number> {
    return this.#use(async (kysely) => {
      for (let looked = 1; ; looked++) {
        const others = await countOthers(kysely)
        if (others === 0 || looked === LOOKS) return others
        await pause(LEAVING / LOOKS)
      }
    })
  }

  async load(file: string): Promise<DatabaseSummary> {
    const allOrNothing = ['--single-transaction', '--exit-on-error']
    await runPostgresProgram('pg_restore', this.#url, [...allOrNothing, '--clean', '--if-exists', ...NOBODY_S, file])
    return this.#use(async (kysely) => {
      // Neither is in what was saved: a setting of the database, and what PostgreSQL knows of its tables' contents.
      await preferIndexes(kysely)
      await sql`analyze`.execute(kysely)
      return summaryOf(kysely)
    })
  }

  async #use<T>(work: (kysely: Kysely<Tables>) => Promise<T>): Promise<T> {
    const database = openDatabase(this.#url, { patience: PATIENCE })
    try {
      return await work(database.kysely)
    } finally {
      await database.close()
    }
  }
}

async function summaryOf(kysely: Kysely<Tables>): Promise<DatabaseSummary> {
  const tables = await tablesIn(kysely)
  const rows: Record<string, number> = {}
  for (const table of tables) rows[table] = await countIn(kysely, table)
  const migrations = tables.includes('kysely_migration')
    ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(kysely)).rows
    : []
  return { migrations: migrations.map(({ name }) => name), rows }
}

async function countOthers(kysely: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(kysely)
  return rows[0]?.others ?? 0
}

async function countIn(kysely: Kysely<Tables>, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(kysely)
  return rows[0]?.rows ?? 0
}

async function tablesIn(kysely: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`.execute(kysely)
  return rows.map(({ name }) => name)
}
