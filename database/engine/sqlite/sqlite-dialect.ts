import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely'
import { StatementCache } from './statement-cache.ts'

/** Kysely's own SQLite dialect over Node's built-in SQLite. `busyTimeout` (ms) blocks the event loop: keep it short. */
export function sqliteDialect(path: string, busyTimeout: number): Dialect {
  const config = { database: async () => new StatementCache(openFile(path, busyTimeout)) }
  return Object.assign(new SqliteDialect(config), {
    createDriver: () => new ImmediateDriver(config),
    createAdapter: () => new TransactionalDdlAdapter(),
    createQueryCompiler: () => new LocklessQueryCompiler(),
  })
}

/** FULL: in WAL mode an acknowledged commit survives a power cut only when it was synced. */
function openFile(path: string, busyTimeout: number): DatabaseSync {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const file = new DatabaseSync(path, { timeout: busyTimeout, enableForeignKeyConstraints: true })
  file.exec('pragma journal_mode = wal; pragma synchronous = full')
  return file
}

/** Takes the write lock at once: a reader that later wants to write is refused as soon as another wrote in between. */
class ImmediateDriver extends SqliteDriver {
  constructor(config: SqliteDialectConfig) {
    super(config)
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Row locks have no words in SQLite, and need none: whoever runs a transaction is the only writer. */
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
