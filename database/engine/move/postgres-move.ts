import { CompiledQuery, type ControlledTransaction } from 'kysely'
import { Client } from 'pg'
import { migrateWithin } from '#database/migrations/migrate.ts'
import type { Tables } from '#database/tables.ts'
import { PostgresBackup } from '../backup/postgres-backup.ts'
import { type Database, openDatabase } from '../open-database.ts'
import { clientOptions } from '../postgres/client-options.ts'
import { hasOwnSession, learnSession } from '../postgres/prepared-statements.ts'
import { preferIndexes } from '../prefer-indexes.ts'
import {
  FILLED_BY_MIGRATION,
  MoveRefusal,
  type MovingDatabase,
  type MovingSource,
  type MovingTarget,
  OF_THE_MIGRATOR,
  PAGE,
  type Row,
  type Table,
  type Value,
} from './moving-database.ts'
import { retirePostgres } from './postgres-retire.ts'

/** Time (ms) that building the indexes of a large school may take. */
const STATEMENT_TIMEOUT_MS = 3_600_000

/** Time (ms) in which a running server must answer. */
const ANSWER_TIMEOUT_MS = 5_000

interface Column {
  table: string
  name: string
  /** type in the form that a cast needs */
  type: string
  /** position in the primary key, from 1 */
  key: number | null
  isNumbered: boolean
}

interface Session {
  database: Database
  trx: ControlledTransaction<Tables>
  place: string
}

/** Works in one transaction on one connection. */
class PostgresMoving implements MovingDatabase {
  readonly place: string
  protected readonly database: Database
  protected readonly trx: ControlledTransaction<Tables>
  #columns: Map<string, Column[]> | undefined

  constructor({ database, trx, place }: Session) {
    this.place = place
    this.database = database
    this.trx = trx
  }

  async migrations(): Promise<string[]> {
    const tables = await this.columns()
    if (!tables.has('kysely_migration')) return []
    return this.texts('select name as text from kysely_migration order by name')
  }

  async tables(): Promise<Table[]> {
    return [...(await this.columns())]
      .filter(([name]) => !OF_THE_MIGRATOR.includes(name))
      .map(([name, columns]) => ({
        name,
        columns: columns.map((column) => column.name),
        key: columns
          .filter(({ key }) => key !== null)
          .sort((one, other) => Number(one.key) - Number(other.key))
          .map((column) => column.name),
        isNumbered: columns.some(({ isNumbered }) => isNumbered),
      }))
  }

  async count({ name }: Table): Promise<number> {
    const [row] = await this.ask<{ rows: number }>(`select count(*) as rows from ${quoted(name)}`)
    return row?.rows ?? 0
  }

  async *pages({ name, columns, key }: Table): AsyncIterable<readonly Row[]> {
    const types = new Map((await this.columns()).get(name)?.map((column) => [column.name, column.type]))
    const order = key.map((column) => `${quoted(column)}${types.get(column) === 'text' ? ' collate "C"' : ''}`)
    const cursor = quoted(`moving ${name}`)
    await this.ask(
      `declare ${cursor} no scroll cursor for select ${columns.map(quoted)} from ${quoted(name)} order by ${order}`,
    )
    while (true) {
      const rows = await this.ask<Record<string, Value>>(`fetch ${PAGE} from ${cursor}`)
      if (rows.length === 0) break
      yield rows.map((row) => columns.map((column) => row[column] ?? null))
    }
    await this.ask(`close ${cursor}`)
  }

  async nextNumber({ name }: Table): Promise<number> {
    const [sequence = 'null'] = await this.texts(`select ${sequenceOf(name)}::text as text`)
    const [row] = await this.ask<{ next: number }>(`select greatest(
      (select last_value + is_called::int from ${sequence}), (select max(id) + 1 from ${quoted(name)})) as next`)
    return row?.next ?? 1
  }

  async close(): Promise<void> {
    // PostgreSQL itself rolls back when a connection is lost.
    if (!this.trx.isCommitted)
      await this.trx
        .rollback()
        .execute()
        .catch(() => undefined)
    await this.database.close()
  }

  protected async ask<R>(text: string, parameters: readonly unknown[] = []): Promise<R[]> {
    return (await this.trx.executeQuery<R>(CompiledQuery.raw(text, [...parameters]))).rows
  }

  protected async texts(text: string): Promise<string[]> {
    return (await this.ask<{ text: string }>(text)).map((row) => row.text)
  }

  /** Columns by table name; read once, and again after the tables were created. */
  protected async columns(again = false): Promise<Map<string, Column[]>> {
    if (this.#columns && !again) return this.#columns
    const columns = await this.ask<Column>(`
      select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        array_position(i.indkey::int2[], a.attnum) + 1 as key, a.attidentity <> '' as "isNumbered"
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where ${OURS} and c.relkind in ('r', 'p')
      order by c.relname collate "C", a.attname collate "C"`)
    this.#columns = Map.groupBy(columns, ({ table }) => table)
    return this.#columns
  }
}

/** SQL condition for tables, and what belongs to them, in the schema where the servers find them. */
const OURS = 'c.relnamespace = current_schema()::text::regnamespace'

const quoted = (name: string) => `"${name}"`

const sequenceOf = (table: string) => `pg_get_serial_sequence('${quoted(table)}', 'id')::regclass`

/** Through a pooler, other clients could not be distinguished from its own connections. */
async function begin(url: string): Promise<Session> {
  const { host, pathname } = new URL(url)
  const place = host + pathname
  const client = new Client(clientOptions(url, ANSWER_TIMEOUT_MS))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await learnSession(client)
    if (!hasOwnSession(client)) throw new MoveRefusal('pooled', place)
    const { rows } = await client.query('show default_transaction_read_only')
    if (rows[0]?.default_transaction_read_only === 'on') throw new MoveRefusal('moved-away', place)
  } finally {
    await client.end()
  }
  const database = openDatabase(url, { timeout: STATEMENT_TIMEOUT_MS })
  try {
    return { database, trx: await database.kysely.startTransaction().execute(), place }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** While it is open, other clients can read; their writes wait. */
class PostgresSource extends PostgresMoving implements MovingSource {
  async lock(): Promise<void> {
    const tables = [...(await this.columns()).keys()]
    if (tables.length > 0) await this.ask(`lock table ${tables.map(quoted)} in share mode`)
  }

  async retire(): Promise<boolean> {
    const [row] = await this.ask<{ isOwner: boolean }>(`
      select pg_has_role(datdba, 'USAGE') as "isOwner" from pg_database where datname = current_database()`)
    if (row?.isOwner) await this.database.kysely.connection().execute((second) => retirePostgres(this.trx, second))
    await this.close()
    return row?.isOwner ?? false
  }
}

export async function openPostgresSource(url: string): Promise<MovingSource> {
  const source = new PostgresSource(await begin(url))
  try {
    if ((await new PostgresBackup(url).others(1)) > 0) throw new MoveRefusal('in-use', source.place)
    await source.lock()
    return source
  } catch (error) {
    await source.close()
    throw error
  }
}

/** Arbitrary number that nothing else locks in this database. */
const MOVE_LOCK = 3_200_118

/** Works in one transaction, which PostgreSQL rolls back by itself if its client disappears. */
class PostgresTarget extends PostgresMoving implements MovingTarget {
  #leftOut: string[] = []

  /** Locks out a second move into this database. */
  async enter(): Promise<void> {
    const [row] = await this.ask<{ alone: boolean; may_make: boolean | null }>(`
      select pg_try_advisory_xact_lock(${MOVE_LOCK}) as alone, has_schema_privilege(current_schema(), 'create') as may_make`)
    if (!row?.alone) throw new MoveRefusal('in-use', this.place)
    if (!row.may_make) throw new MoveRefusal('forbidden', this.place)
  }

  async prepare(): Promise<void> {
    if ((await this.migrations()).length === 0) await migrateWithin(this.trx)
    const tables = [...(await this.columns(true)).keys()]
    // References are dropped before the indexes that they need, and created after them.
    const keys = await this.#left(
      `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as made,
        format('alter table %s drop constraint %I', conrelid::regclass, conname) as dropped
      from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and ${OURS}`,
    )
    const indexes = await this.#left(
      `select pg_get_indexdef(c.oid) as made, format('drop index %s', c.oid::regclass) as dropped
      from pg_class c where c.relkind = 'i' and ${OURS} and not exists (select from pg_constraint where conindid = c.oid)`,
    )
    this.#leftOut = [...indexes, ...keys, ...tables.map((table) => `alter table ${quoted(table)} enable trigger user`)]
    for (const table of tables) await this.ask(`alter table ${quoted(table)} disable trigger user`)
    for (const table of FILLED_BY_MIGRATION) await this.ask(`delete from ${quoted(table)}`)
  }

  /** Drops what the query finds, and returns the statements that create it again. */
  async #left(question: string): Promise<string[]> {
    const found = await this.ask<{ made: string; dropped: string }>(question)
    for (const { dropped } of found) await this.ask(dropped)
    return found.map(({ made }) => made)
  }

  async insert(table: Table, rows: readonly Row[]): Promise<void> {
    const { name, columns } = table
    const types = new Map((await this.columns()).get(name)?.map((column) => [column.name, column.type]))
    const arrays = columns.map((column, index) => `$${index + 1}::${types.get(column)}[]`)
    await this.ask(
      `insert into ${quoted(name)} (${columns.map(quoted)}) overriding system value select * from unnest(${arrays})`,
      columns.map((_, index) => rows.map((row) => row[index])),
    ).catch((error: unknown) => {
      throw unfitIn(table, rows, error)
    })
  }

  async continueFrom({ name }: Table, next: number): Promise<void> {
    await this.ask(`select setval(${sequenceOf(name)}, ${next}, false)`)
  }

  async complete(): Promise<void> {
    for (const statement of this.#leftOut) await this.ask(statement)
    await preferIndexes(this.trx)
    await this.ask('analyze')
  }

  async keep(): Promise<undefined> {
    await this.trx.commit().execute()
  }
}

/** SQLite stores anything in any column; PostgreSQL has no NUL in texts, and its numbers have limits. */
function unfitIn({ name, columns, key }: Table, rows: readonly Row[], error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)))) return error
  for (const row of rows)
    for (const [index, value] of row.entries())
      if (typeof value === 'string' && value.includes('\0'))
        return new MoveRefusal(
          'unfit',
          `${name} ${key.map((column) => row[columns.indexOf(column)])}: ${columns[index]}`,
        )
  return new MoveRefusal('unfit', `${name}: ${error.message}`)
}

export async function openPostgresTarget(url: string): Promise<MovingTarget> {
  const target = new PostgresTarget(await begin(url))
  try {
    await target.enter()
    return target
  } catch (error) {
    await target.close()
    throw error
  }
}
