import { type Dialect, type SelectModifierNode, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { FileDriver } from './file-driver.ts'
import type { FileMessages } from './file-messages.ts'
import type { FileWaits } from './file-waits.ts'

/** Kysely's SQLite over Node's built-in one. `patience` in ms. */
export function sqliteDialect(path: string, patience: number, messages: FileMessages, waits: FileWaits): Dialect {
  return {
    createDriver: () => new FileDriver(path, patience, messages, waits),
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
