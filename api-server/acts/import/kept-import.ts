import type { Selectable } from 'kysely'
import { recordChange } from '#api-server/facts/record-change.ts'
import type { Imported } from '#contract/import.calls.ts'
import type { OutcomeId } from '#contract/outcomes.calls.ts'
import type { ImportTables } from '#database/import-tables.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { foldHeader } from '#domain/import/columns.rules.ts'
import { isUnnamed } from '#domain/import/heading.rules.ts'
import type { ColumnReading, ListedChange, UndoHindrance, UndoLine } from '#domain/import/import.schema.ts'
import { importedLabel } from '#domain/import/import.texts.ts'
import type { ImportKind } from '#domain/import/import-kinds.ts'

type Of = 'user_id' | 'testmoment_id' | 'module_id' | 'education_department_id' | 'enrollment_id'

/** Effect of a line and the record that it changed; see `import_line` of database/import-tables.ts. */
export interface DoneLine
  extends Pick<ImportTables['import_line'], 'line' | 'outcome'>,
    Partial<Record<Of, number | null>> {
  /** name of a school record at that time; undefined for a person */
  label?: string
  /** replaced values by field; null for a new record */
  before: object | null
  /** written values, with the record's `version` if it has one */
  after: object
}

interface DoneImport {
  kind: ImportKind
  actorId: number
  /** current name of the target; null for imports into the school */
  place?: string | null
  schoolyearId?: number
  testmomentId?: number
  lines: readonly DoneLine[]
  columns?: readonly ColumnReading[] | undefined
}

/** A statement with a thousand lines would make others wait too long. */
const LINES_PER_STATEMENT = 250

/** Stores the effects of an import, to show and undo it, and the choices for its columns for the next list. Returns its id. */
export async function keepImport(
  trx: Transaction,
  { kind, actorId, place = null, schoolyearId, testmomentId, lines, columns = [] }: DoneImport,
  now: number,
): Promise<number> {
  // An import of modules may also make departments; its reply counts these separately.
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
  for (const some of inChunks(lines, LINES_PER_STATEMENT))
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
export async function importedBy(kysely: Kysely, ids: readonly OutcomeId[]): Promise<Imported | undefined> {
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

/** Stores the meanings of headers; the latest choice for a header counts. */
async function rememberColumns(trx: Transaction, kind: ImportKind, columns: readonly ColumnReading[]): Promise<void> {
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

export interface KeptLine extends Selectable<ImportTables['import_line']> {}

export interface AssessedLine {
  label: string
  /** changes of the line, if it changed a record: `old` is what returns */
  changes: ListedChange[]
  /** reason why it stays; null if it can be undone */
  hindrance: UndoHindrance | null
  /** moment that undoing would change, if students are enrolled there */
  concerns?: { id: number } & NonNullable<UndoLine['concerns']>
}

export interface UndoneBy {
  actorId: number
  importId: number
}

/** How lines of one kind of import are undone, by undo-import.ts in one transaction. */
export interface Undoing {
  /** takes the same locks as a manual change, in the order of locks.rationale.md */
  lock: (trx: Transaction, lines: readonly KeptLine[]) => Promise<void>
  /**
   * Reads the records of the lines and returns the function that assesses a line: undefined if its record does not exist. For a
   * line without stored values (`isForgotten`) only the label matters. `now` in ms; `hasSource`: whether students follow a
   * system of the school.
   */
  assess: (
    kysely: Kysely,
    lines: readonly KeptLine[],
    now: number,
    hasSource: boolean,
  ) => Promise<(line: KeptLine) => AssessedLine | undefined>
  /** deletes new records, restores replaced values, and adds a log line for each by `recordChanges` */
  undo: (trx: Transaction, lines: readonly KeptLine[], by: UndoneBy, now: number) => Promise<void>
}

/** Stored values of a line; empty after their retention. */
export const valuesKept = (json: string | null): Readonly<Record<string, unknown>> => JSON.parse(json ?? '{}')

/** Whether the retention of the replaced and written values is over. */
export const isForgotten = ({ after }: Pick<KeptLine, 'after'>): boolean => after === FORGOTTEN

/** `after` once the retention of the values is over. */
export const FORGOTTEN = '{}'
