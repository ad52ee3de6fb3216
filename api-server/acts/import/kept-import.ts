import type { Kysely, Selectable, Transaction } from 'kysely'
import { recordChange } from '#api-server/facts/record-change.ts'
import type { Imported } from '#contract/import.ts'
import type { OutcomeId } from '#contract/outcomes.ts'
import type { ImportLineTable } from '#database/import-tables.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Tables } from '#database/tables.ts'
import { foldHeader } from '#domain/import/columns.rules.ts'
import { isUnnamed } from '#domain/import/heading.rules.ts'
import type { ColumnReading, ListedChange, UndoHindrance, UndoLine } from '#domain/import/import.schema.ts'
import { importedLabel } from '#domain/import/import.texts.ts'
import type { ImportKind } from '#domain/import/import-kinds.ts'

type Of = 'user_id' | 'testmoment_id' | 'module_id' | 'education_department_id' | 'enrollment_id'

/** Effect of a line and the record that it changed; see `ImportLineTable`. */
export interface DoneLine extends Pick<ImportLineTable, 'line' | 'outcome'>, Partial<Record<Of, number | null>> {
  /** name of a school record at that time; none for a person */
  label?: string
  /** the values that it replaced, by field; null of what it made */
  before: object | null
  /** the values that it wrote, with the record's `version` where it has one */
  after: object
}

interface DoneImport {
  kind: ImportKind
  actorId: number
  /** current name of the target; null for lists that go into the school */
  place?: string | null
  schoolyearId?: number
  testmomentId?: number
  /** those that did something */
  lines: readonly DoneLine[]
  /** meanings that the user chose for columns */
  columns?: readonly ColumnReading[] | undefined
}

/** Lines a statement: one of a thousand takes longer than others should wait. */
const KEPT = 250

/**
 * Keeps what an import did, so that it can be shown and undone, with the choices for its columns for the next list, and
 * notes it in the log as one line. Gives its id, for what is noted of each record. `now` in ms since the epoch.
 */
export async function keepImport(
  trx: Transaction<Tables>,
  { kind, actorId, place = null, schoolyearId, testmomentId, lines, columns = [] }: DoneImport,
  now: number,
): Promise<number> {
  // A list of modules also makes departments that it names: its answer counts these apart.
  const counted = lines.filter((line) => kind !== 'modules' || typeof line.module_id === 'number')
  const added = counted.filter(({ outcome }) => outcome === 'added').length
  const changed = counted.length - added
  const { id } = await trx
    .insertInto('import')
    .values({
      kind,
      actor_id: actorId,
      at: new Date(now).toISOString(),
      place,
      schoolyear_id: schoolyearId ?? null,
      testmoment_id: testmomentId ?? null,
      added,
      changed,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const some of inChunks(lines, KEPT))
    await trx
      .insertInto('import_line')
      .values(some.map((line) => rowOf(id, line)))
      .execute()
  await rememberColumns(trx, kind, columns)
  const about = importedLabel({ added, changed })
  await recordChange(trx, { actorId, action: 'imported', resource: 'import', resourceId: id, about }, now)
  return id
}

/** Finds the import among the records of a write, and returns its original answer. */
export async function importedBy(kysely: Kysely<Tables>, ids: readonly OutcomeId[]): Promise<Imported | undefined> {
  const made = ids.find(({ kind }) => kind === 'import')
  if (!made) return undefined
  const columns = ['id as import_id', 'added', 'changed'] as const
  return kysely.selectFrom('import').select(columns).where('id', '=', made.id).executeTakeFirst()
}

const rowOf = (import_id: number, { label, before, after, ...line }: DoneLine) => ({
  import_id,
  user_id: null,
  testmoment_id: null,
  module_id: null,
  education_department_id: null,
  enrollment_id: null,
  ...line,
  label: label ?? null,
  before: before && JSON.stringify(before),
  after: JSON.stringify(after),
})

/** The last word about a header counts. */
async function rememberColumns(
  trx: Transaction<Tables>,
  kind: ImportKind,
  columns: readonly ColumnReading[],
): Promise<void> {
  const byHeader = new Map(
    columns.filter(({ header }) => !isUnnamed(header)).map(({ header, meaning }) => [foldHeader(header), meaning]),
  )
  byHeader.delete('')
  if (byHeader.size === 0) return
  await trx
    .insertInto('import_column')
    .values([...byHeader].map(([header, meaning]) => ({ kind, header, meaning })))
    .onConflict((known) =>
      known.columns(['kind', 'header']).doUpdateSet((column) => ({ meaning: column.ref('excluded.meaning') })),
    )
    .execute()
}

/** A line of an import that may be turned back. */
export interface KeptLine extends Selectable<ImportLineTable> {}

/** Current state of a line's effect. */
export interface AssessedLine {
  /** the person or record of the line; null once that is gone */
  label: string | null
  /** changes of a line that changed something: `old` is what comes back */
  changes: ListedChange[]
  /** why it stays; null when nothing stands in the way */
  hindrance: UndoHindrance | null
  /** A moment whose enrolled students planned by what turning it back changes */
  concerns?: { id: number } & NonNullable<UndoLine['concerns']>
}

export interface UndoneBy {
  actorId: number
  importId: number
}

/**
 * How the lines of one kind of import are turned back. The frame (undo-import.ts) has them locked, then assessed, then those
 * without a hindrance undone, all in one transaction.
 */
export interface Undoing {
  /** the locks that doing it by hand would take, in the order of locks.rationale.md */
  lock: (trx: Transaction<Tables>, lines: readonly KeptLine[]) => Promise<void>
  /** assesses lines by their id; `now` in ms */
  assess: (
    kysely: Kysely<Tables>,
    lines: readonly KeptLine[],
    now: number,
  ) => Promise<ReadonlyMap<number, AssessedLine>>
  /** deletes what they made and restores what they replaced, and notes it of each record by `recordImported` */
  undo: (trx: Transaction<Tables>, lines: readonly KeptLine[], by: UndoneBy, now: number) => Promise<void>
}

/** The values of a line as they are kept; empty once they are no longer. */
export const valuesKept = (json: string | null): Readonly<Record<string, unknown>> => JSON.parse(json ?? '{}')

/** Whether the replaced and written values are no longer kept. */
export const isForgotten = ({ after }: Pick<KeptLine, 'after'>): boolean => after === FORGOTTEN

/** Value of `after` when the values are no longer kept. */
export const FORGOTTEN = '{}'
