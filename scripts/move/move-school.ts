import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  FILLED_BY_MIGRATION,
  MoveRefusal,
  type MovingDatabase,
  type MovingSource,
  type MovingTarget,
} from '#database/engine/move/moving-database.ts'
import { openPostgresSource, openPostgresTarget } from '#database/engine/move/postgres-move.ts'
import { openSqliteSource, openSqliteTarget } from '#database/engine/move/sqlite-move.ts'
import { knownMigrations } from '#database/migrations/migrate.ts'
import { copyDataFiles, listDataFiles } from '../backup/data-files.ts'
import { type Compared, compareTable } from './compare.ts'

export interface Move {
  /** database URLs: one 'sqlite:…' and one 'postgres://…' */
  from: string
  to: string
  /** folders with the keys for the servers, before and after the move; mostly the same */
  fromDataDir: string
  toDataDir: string
}

/** Callbacks for the steps of a move, in this order. A large school takes minutes. */
export interface Progress {
  copied?(table: string, rows: number): void
  /** everything was copied; both sides are being read again to compare them */
  comparing?(): void
  compared?(table: Compared): void
  /** the target is complete, the source not yet retired; `aside`: new path of an older database that was in the way */
  kept?(aside: string | undefined): void
}

export interface Moved {
  /** An earlier run did everything except retiring the source. */
  wasThere: boolean
  tables: Compared[]
  files: number
  /** false while the source can still be written, because another user owns it; the same move, run again later, retires it */
  retired: boolean
}

/**
 * Moves a school to the other engine; see move.rationale.md. The target becomes usable at once, after the comparison with the
 * source. Until then a failure leaves everything unchanged, and the move can be started again; after that the next run finishes
 * what is left. Throws `MoveRefusal`.
 */
export async function moveSchool({ from, to, fromDataDir, toDataDir }: Move, progress: Progress = {}): Promise<Moved> {
  if (isSqlite(from) === isSqlite(to)) throw new MoveRefusal('same-engine', isSqlite(from) ? 'SQLite' : 'PostgreSQL')
  const source = isSqlite(from) ? openSqliteSource(pathOf(from)) : await openPostgresSource(from)
  try {
    await refuseOtherRelease(source)
    const files = await filesToCopy(resolve(fromDataDir), resolve(toDataDir))
    const target = isSqlite(to) ? openSqliteTarget(pathOf(to)) : await openPostgresTarget(to)
    try {
      const wasThere = await isInhabited(target)
      if (!wasThere) await copySchool(source, target, progress)
      const tables = await compareSchool(source, target, progress, wasThere)
      await copyDataFiles(files, fromDataDir, toDataDir)
      const aside = wasThere ? undefined : await target.keep()
      progress.kept?.(aside)
      return { wasThere, tables, files: files.length, retired: await retire(source) }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Retires the source. If this fails the target is complete all the same, which the refusal says. */
async function retire(source: MovingSource): Promise<boolean> {
  try {
    return await source.retire()
  } catch (error) {
    throw new MoveRefusal('not-retired', `${source.place}: ${error instanceof Error ? error.message : error}`)
  }
}

const isSqlite = (url: string) => url.startsWith('sqlite:')
const pathOf = (url: string) => resolve(url.slice('sqlite:'.length))

async function refuseOtherRelease(source: MovingSource): Promise<void> {
  const ran = await source.migrations()
  if (ran.length === 0) throw new MoveRefusal('missing', source.place)
  const [unknown, lacking] = [ran.filter((name) => !knownMigrations.includes(name)), missingIn(ran)]
  if (unknown.length > 0) throw new MoveRefusal('newer', unknown.join(', '))
  if (lacking.length > 0) throw new MoveRefusal('older', lacking.join(', '))
}

const missingIn = (ran: readonly string[]) => knownMigrations.filter((name) => !ran.includes(name))

async function filesToCopy(from: string, to: string): Promise<string[]> {
  const files = await listDataFiles(from)
  if (!files.some((path) => path.startsWith('keys/'))) throw new MoveRefusal('keys-missing', from)
  if (from === to) return []
  for (const path of await listDataFiles(to)) {
    const [there, here] = await Promise.all(
      [to, from].map((folder) => readFile(join(folder, path)).catch(() => undefined)),
    )
    if (path.startsWith('keys/') && !isDeepStrictEqual(there, here)) throw new MoveRefusal('other-keys', join(to, path))
  }
  return files
}

async function isInhabited(target: MovingTarget): Promise<boolean> {
  const tables = await target.tables()
  if (tables.length === 0) return false
  if (!isDeepStrictEqual(await target.migrations(), knownMigrations))
    throw new MoveRefusal('foreign', tables.map(({ name }) => name).join(', '))
  for (const table of tables)
    if (!FILLED_BY_MIGRATION.includes(table.name) && (await target.count(table)) > 0) return true
  return false
}

async function copySchool(source: MovingSource, target: MovingTarget, progress: Progress): Promise<void> {
  await target.prepare()
  const tables = await source.tables()
  if (!isDeepStrictEqual(tables, await target.tables()))
    throw new Error('The two databases describe their tables differently, though both were made by the same steps.')
  for (const table of tables) {
    let rows = 0
    for await (const page of source.pages(table)) {
      await target.insert(table, page)
      rows += page.length
    }
    if (table.isNumbered) await target.continueFrom(table, await source.nextNumber(table))
    progress.copied?.(table.name, rows)
  }
  await target.complete()
}

/** Compares all tables. A target that had rows must be a copy left by a killed move; otherwise throws `filled`. */
async function compareSchool(
  source: MovingSource,
  target: MovingTarget,
  progress: Progress,
  wasThere: boolean,
): Promise<Compared[]> {
  const tables = await source.tables()
  if (wasThere)
    for (const table of tables)
      if ((await source.count(table)) !== (await target.count(table))) throw await filled(target)
  progress.comparing?.()
  const compared: Compared[] = []
  for (const table of tables) {
    const result = await compareTable(source, target, table)
    if (result.difference !== undefined)
      throw wasThere ? await filled(target) : new MoveRefusal('unequal', result.difference)
    compared.push(result)
    progress.compared?.(result)
  }
  return compared
}

async function filled(target: MovingDatabase): Promise<MoveRefusal> {
  const tables = await target.tables()
  const rows = async (name: string) => {
    const table = tables.find((candidate) => candidate.name === name)
    return (table ? await target.count(table) : 0).toLocaleString('nl')
  }
  return new MoveRefusal(
    'filled',
    `${target.place}: ${await rows('user')} accounts, ${await rows('enrollment')} inschrijvingen`,
  )
}
