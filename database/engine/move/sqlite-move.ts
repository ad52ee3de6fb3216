import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { migrate } from '#database/migrations/migrate.ts'
import { faultOf } from '../database-fault.ts'
import { openDatabase } from '../open-database.ts'
import { isMovedAway, MOVED_AWAY } from '../sqlite/sqlite-dialect.ts'
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

/** How long another connection may take to finish (ms). */
const BUSY_TIMEOUT_MS = 2_000

/** Memory (kB) in which SQLite caches the file while it is filled. */
const CACHE_KB = 65_536

class SqliteMoving implements MovingDatabase {
  readonly place: string
  protected file: DatabaseSync

  constructor(place: string, file: DatabaseSync) {
    this.place = place
    this.file = file
  }

  async migrations(): Promise<string[]> {
    if (!this.names().includes('kysely_migration')) return []
    return this.texts('select name from kysely_migration order by name')
  }

  async tables(): Promise<Table[]> {
    return this.names()
      .filter((name) => !OF_THE_MIGRATOR.includes(name))
      .map((name) => {
        const columns = this.file.prepare('select name, pk from pragma_table_info(?) order by name').all(name)
        const key = columns.filter(({ pk }) => pk !== 0).sort((one, other) => Number(one.pk) - Number(other.pk))
        return {
          name,
          columns: columns.map((column) => String(column.name)),
          key: key.map((column) => String(column.name)),
          isNumbered: columns.some((column) => column.name === 'id') && this.#isNumbered(name),
        }
      })
  }

  async count({ name }: Table): Promise<number> {
    return Number(this.file.prepare(`select count(*) as rows from ${quoted(name)}`).get()?.rows)
  }

  async *pages({ name, columns, key }: Table): AsyncIterable<readonly Row[]> {
    const order = key.map((column) => `${quoted(column)} collate binary`)
    const statement = this.file.prepare(`select ${columns.map(quoted)} from ${quoted(name)} order by ${order}`)
    statement.setReturnArrays(true)
    const flags = statement.columns().map((column) => column.type?.toLowerCase() === 'boolean')
    let page: Row[] = []
    for (const values of statement.iterate()) {
      page.push(columns.map((column, index) => valueFrom(values[index], flags[index], `${name}.${column}`)))
      if (page.length < PAGE) continue
      yield page
      page = []
    }
    if (page.length > 0) yield page
  }

  async nextNumber({ name }: Table): Promise<number> {
    const { next } =
      this.file
        .prepare(`select max(coalesce((select seq from sqlite_sequence where name = ?), 0),
      coalesce((select max(id) from ${quoted(name)}), 0)) + 1 as next`)
        .get(name) ?? {}
    return Number(next)
  }

  async close(): Promise<void> {
    if (this.file.isOpen) this.file.close()
  }

  /** Excludes the search index of people and its own tables: they follow from the table `user`. */
  protected names(): string[] {
    return this.texts(
      `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
  }

  protected texts(sql: string): string[] {
    const rows = this.file.prepare(sql).all()
    return rows.map((row) => String(Object.values(row)[0]))
  }

  #isNumbered(table: string): boolean {
    const { sql } = this.file.prepare('select sql from sqlite_schema where name = ?').get(table) ?? {}
    return /\bautoincrement\b/i.test(String(sql))
  }
}

/** File that nobody else can read or write until it is closed. */
class SqliteSource extends SqliteMoving implements MovingSource {
  async retire(): Promise<boolean> {
    this.file.exec(`pragma application_id = ${MOVED_AWAY}; commit`)
    await this.close()
    return true
  }
}

export function openSqliteSource(path: string): MovingSource {
  if (!existsSync(path)) throw new MoveRefusal('missing', path)
  const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    takeAlone(file, path)
    if (isMovedAway(file)) throw new MoveRefusal('moved-away', path)
    refuseDamaged(file, path)
    return new SqliteSource(path, file)
  } catch (error) {
    file.close()
    throw error
  }
}

/** Only the last connection can leave the write-ahead log, and without that log an exclusive lock excludes readers too. */
function takeAlone(file: DatabaseSync, path: string): void {
  try {
    file.exec('pragma journal_mode = delete; begin exclusive')
    if (file.prepare('pragma journal_mode').get()?.journal_mode === 'delete') return
  } catch (error) {
    if (faultOf(error) !== 'busy') throw error
  }
  throw new MoveRefusal('in-use', path)
}

/** Throws for a damaged file: damage to an index would hide rows from queries that use it. */
function refuseDamaged(file: DatabaseSync, path: string): void {
  const found = [
    ...file
      .prepare('pragma integrity_check(1)')
      .all()
      .filter((row) => row.integrity_check !== 'ok'),
    ...file.prepare('pragma foreign_key_check').all(),
  ]
  if (found.length > 0) throw new MoveRefusal('damaged', `${path}: ${JSON.stringify(found[0])}`)
}

/** Fills a draft file and then puts it in place. An unfinished draft is started again. */
class SqliteTarget extends SqliteMoving implements MovingTarget {
  readonly #draft: string
  /** new place of a file that the school had moved out of before, which counts as empty */
  readonly #aside: string | undefined
  readonly #inserts = new Map<string, StatementSync>()
  #leftOut: string[] = []

  constructor(path: string) {
    const there = new DatabaseSync(existsSync(path) ? path : ':memory:', { timeout: BUSY_TIMEOUT_MS })
    const isLeft = isMovedAway(there)
    if (isLeft) there.close()
    super(path, isLeft ? new DatabaseSync(':memory:') : there)
    this.#draft = `${path}.moving`
    this.#aside = isLeft ? `${path}.moved-away` : undefined
  }

  async prepare(): Promise<void> {
    this.file.close()
    this.#discard()
    mkdirSync(dirname(this.place), { recursive: true, mode: 0o700 })
    writeFileSync(this.#draft, '', { mode: 0o600 })
    const database = openDatabase(`sqlite:${this.#draft}`)
    await migrate(database).finally(() => database.close())

    this.file = new DatabaseSync(this.#draft, { enableForeignKeyConstraints: false })
    // Nobody sees the draft, and an unfinished one is discarded, so it needs no journal.
    this.file.exec(`pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off;
      pragma locking_mode = exclusive; pragma cache_size = -${CACHE_KB}`)
    const leftOut = `from sqlite_schema where type in ('trigger', 'index') and sql is not null order by type, rowid`
    this.#leftOut = this.texts(`select sql ${leftOut}`)
    this.file.exec('begin')
    for (const drop of this.texts(`select 'drop ' || type || ' "' || name || '"' ${leftOut}`)) this.file.exec(drop)
    for (const table of FILLED_BY_MIGRATION) this.file.exec(`delete from ${quoted(table)}`)
  }

  async insert(table: Table, rows: readonly Row[]): Promise<void> {
    const statement = this.#insertInto(table)
    for (const row of rows) statement.run(...row.map(bindable))
  }

  #insertInto({ name, columns }: Table): StatementSync {
    const known = this.#inserts.get(name)
    if (known) return known
    const statement = this.file.prepare(
      `insert into ${quoted(name)} (${columns.map(quoted)}) values (${columns.map(() => '?')})`,
    )
    this.#inserts.set(name, statement)
    return statement
  }

  async continueFrom({ name }: Table, next: number): Promise<void> {
    this.file.prepare('delete from sqlite_sequence where name = ?').run(name)
    if (next > 1) this.file.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, next - 1)
  }

  async complete(): Promise<void> {
    for (const statement of this.#leftOut) this.file.exec(statement)
    for (const index of this.texts(`select name from pragma_table_list where schema = 'main' and type = 'virtual'`))
      this.file.exec(`insert into ${quoted(index)} (${quoted(index)}) values ('rebuild')`)
    this.file.exec('commit')
    this.#inserts.clear()
    this.file.close()
    sync(this.#draft)
    // The stored file is compared from now on.
    this.file = new DatabaseSync(this.#draft, { readOnly: true })
    refuseDamaged(this.file, this.#draft)
  }

  async keep(): Promise<string | undefined> {
    this.file.close()
    if (this.#aside !== undefined) renameSync(this.place, this.#aside)
    // Old log files would be taken for logs of the new file.
    for (const end of ['-wal', '-shm']) rmSync(this.place + end, { force: true })
    renameSync(this.#draft, this.place)
    sync(dirname(this.place))
    return this.#aside
  }

  override async close(): Promise<void> {
    await super.close()
    this.#discard()
  }

  #discard(): void {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(this.#draft + end, { force: true })
  }
}

export const openSqliteTarget = (path: string): MovingTarget => new SqliteTarget(path)

const quoted = (name: string) => `"${name}"`

function valueFrom(value: unknown, isFlag: boolean | undefined, where: string): Value {
  if (typeof value !== 'string' && typeof value !== 'number' && value !== null)
    throw new MoveRefusal('unfit', `${where} holds bytes`)
  return isFlag && value !== null ? value === 1 : value
}

const bindable = (value: Value): SQLInputValue => (typeof value === 'boolean' ? Number(value) : value)

function sync(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
