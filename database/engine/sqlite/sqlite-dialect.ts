import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  CompiledQuery,
  type Dialect,
  type Driver,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { FileConnection, type FileMessages, type FileWaits } from './file-connection.ts'

/** Kysely's SQLite dialect for Node's built-in SQLite. `timeout` in ms. */
export function sqliteDialect(path: string, timeout: number, messages: FileMessages, waits: FileWaits): Dialect {
  return {
    createDriver: () => new FileDriver(path, timeout, messages, waits),
    createAdapter: () => new TransactionalDdlAdapter(),
    createQueryCompiler: () => new LocklessQueryCompiler(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** SQLite has no syntax for row locks, and needs none: a running transaction is the only writer. */
class LocklessQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!ROW_LOCKS.has(node.modifier)) super.visitSelectModifier(node)
  }
}

const ROW_LOCKS: ReadonlySet<SelectModifierNode['modifier']> = new Set([
  'ForUpdate',
  'ForNoKeyUpdate',
  'ForShare',
  'ForKeyShare',
  'NoWait',
  'SkipLocked',
])

/** Longest wait inside SQLite (ms), which blocks the event loop: enough for a short transaction of another process. */
const BUSY_TIMEOUT_MS = 20

/** Kysely's driver for the only connection of this process to its file; Kysely gives it to one caller at a time. */
class FileDriver implements Driver {
  readonly #path: string
  readonly #timeout: number
  readonly #messages: FileMessages
  readonly #waits: FileWaits
  #connection: FileConnection | undefined

  constructor(path: string, timeout: number, messages: FileMessages, waits: FileWaits) {
    this.#path = path
    this.#timeout = timeout
    this.#messages = messages
    this.#waits = waits
  }

  async init(): Promise<void> {
    this.#connection = new FileConnection(openFile(this.#path), this.#timeout, this.#messages, this.#waits)
  }

  async acquireConnection(): Promise<FileConnection> {
    if (!this.#connection) throw new Error('Kysely opens the file before it asks for a connection.')
    return this.#connection
  }

  /** Takes the write lock at once: a transaction that begins as a reader fails once another process has written. */
  async beginTransaction(connection: FileConnection): Promise<void> {
    await connection.executeQuery(BEGIN)
  }

  async commitTransaction(connection: FileConnection): Promise<void> {
    connection.commit()
  }

  async rollbackTransaction(connection: FileConnection): Promise<void> {
    connection.rollback()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#connection?.close()
  }
}

const BEGIN = CompiledQuery.raw('begin immediate')

/** Holds the students of a large school; in SQLite's own 2 MB an opening reads most pages from the file again. */
const CACHE_KB = 32 * 1024

/**
 * FULL: in WAL mode a commit survives a power cut only if it was synced. Deleted data are overwritten with zeros, also when a
 * whole page becomes free (`fast` leaves those), so that nobody can read them from the file.
 */
function openFile(path: string): DatabaseSync {
  if (path !== ':memory:') makeFile(path)
  const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  try {
    file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on')
    file.exec(`pragma cache_size = -${CACHE_KB}`)
    if (isMovedAway(file)) file.exec('pragma query_only = on')
    return file
  } catch (error) {
    file.close()
    throw error
  }
}

/** Arbitrary `pragma application_id` of a file that the school has moved out of: writes there would be lost. */
export const MOVED_AWAY = 0x57_65_67_21

export const isMovedAway = (file: DatabaseSync): boolean =>
  file.prepare('pragma application_id').get()?.application_id === MOVED_AWAY

/** Creates a file that only the server's user can read; SQLite gives the files beside it the same mode. */
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  closeSync(openSync(path, 'a', 0o600))
}
