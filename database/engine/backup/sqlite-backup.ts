import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type DatabaseBackup, DatabaseRefusal, type DatabaseSummary } from './database-backup.ts'

/** Long wait for other connections (ms): nobody waits for the result. */
const BUSY_TIMEOUT_MS = 60_000

/** The first four bytes of a Zstandard frame (RFC 8878). Backups of releases up to 1.0.0 are the plain database file. */
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Backs up a SQLite file; see backup.rationale.md. */
export class SqliteBackup implements DatabaseBackup {
  readonly engine = 'sqlite'
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  async save(file: string): Promise<DatabaseSummary> {
    if (!existsSync(this.#path)) throw new DatabaseRefusal('missing', this.#path)
    const plain = `${file}.plain`
    try {
      await writeFile(plain, '', { mode: 0o600 })
      use(this.#path, (source) => source.prepare('vacuum into ?').run(plain))
      const summary = use(plain, summaryOf)
      await compress(plain, file)
      return summary
    } finally {
      await rm(plain, { force: true })
    }
  }

  async tables(): Promise<string[]> {
    return existsSync(this.#path) ? use(this.#path, tablesIn) : []
  }

  /** Leaves the write-ahead log, which only a single connection can; that also makes the file complete by itself. */
  async others(): Promise<number> {
    if (!existsSync(this.#path)) return 0
    return use(
      this.#path,
      (database) => {
        try {
          return database.prepare('pragma journal_mode = delete').get()?.journal_mode === 'delete' ? 0 : 1
        } catch {
          return 1
        }
      },
      0,
    )
  }

  async load(file: string): Promise<DatabaseSummary> {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    const draft = `${this.#path}.restoring`
    try {
      await copyPlain(file, draft)
      await sync(draft)
      const summary = use(draft, summaryOf)
      // Old log files would be taken for logs of the restored database.
      for (const suffix of ['-wal', '-shm']) await rm(this.#path + suffix, { force: true })
      await rename(draft, this.#path)
      await sync(dirname(this.#path))
      return summary
    } finally {
      await rm(draft, { force: true })
    }
  }
}

function use<T>(path: string, work: (database: DatabaseSync) => T, timeout = BUSY_TIMEOUT_MS): T {
  const database = new DatabaseSync(path, { timeout })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** Throws if the file is damaged: it could not be restored. */
function summaryOf(database: DatabaseSync): DatabaseSummary {
  const found = [
    ...database
      .prepare('pragma integrity_check(1)')
      .all()
      .filter((row) => row.integrity_check !== 'ok'),
    ...database.prepare('pragma foreign_key_check').all(),
  ]
  if (found.length > 0) throw new DatabaseRefusal('damaged', JSON.stringify(found[0]))
  const tables = tablesIn(database)
  const count = (table: string) => Number(database.prepare(`select count(*) as rows from "${table}"`).get()?.rows)
  return {
    migrations: tables.includes('kysely_migration')
      ? database
          .prepare('select name from kysely_migration order by name')
          .all()
          .map(({ name }) => String(name))
      : [],
    rows: Object.fromEntries(tables.map((table) => [table, count(table)])),
  }
}

const tablesIn = (database: DatabaseSync): string[] =>
  database
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .all()
    .map(({ name }) => String(name))

/** Each frame ends with a checksum, so that a truncated or changed file is noticed even without its manifest. */
async function compress(plain: string, file: string): Promise<void> {
  const params = { [constants.ZSTD_c_checksumFlag]: 1 }
  await pipeline(createReadStream(plain), createZstdCompress({ params }), createWriteStream(file, { mode: 0o600 }))
  await sync(file)
}

/** Writes the database in `file`, compressed or not, to `plain`. */
async function copyPlain(file: string, plain: string): Promise<void> {
  const target = createWriteStream(plain, { mode: 0o600 })
  if (!(await isCompressed(file))) return pipeline(createReadStream(file), target)
  try {
    await pipeline(createReadStream(file), createZstdDecompress(), target)
  } catch (error) {
    // Only errors of the decompressor mean damage; a full disk does not.
    if (!(error instanceof Error && 'code' in error && /^Z(STD)?_/.test(String(error.code)))) throw error
    throw new DatabaseRefusal('damaged', `${file}: ${error.message}`)
  }
}

async function isCompressed(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(ZSTD_MAGIC.length), 0, ZSTD_MAGIC.length, 0)
    return buffer.equals(ZSTD_MAGIC)
  } finally {
    await handle.close()
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
