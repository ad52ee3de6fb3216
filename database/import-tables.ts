import type { Generated } from 'kysely'
import type { ImportKind } from '#domain/import/import-kinds.ts'

// The tables of imports and of what each did: part of `Tables` in database/tables.ts.

/** A list that was confirmed and carried out. */
export interface ImportTable {
  id: Generated<number>
  kind: ImportKind
  /** null once the account is gone */
  actor_id: number | null
  at: string
  /** what it went into, as that was called then: a school year, a test moment; null of lists that go into the school */
  place: string | null
  schoolyear_id: number | null
  testmoment_id: number | null
  added: Generated<number>
  changed: Generated<number>
  /** when it was turned back, and by which user; its lines say what stayed */
  undone_at: string | null
  undoer_id: number | null
}

/** What one line of it made or changed; lines that did nothing are not kept. */
export interface ImportLineTable {
  id: Generated<number>
  import_id: number
  /** where it began in the text, from 1 */
  line: number
  outcome: 'added' | 'changed'
  /** of what: one of these, and of a result both student and enrollment; null once that is gone */
  user_id: number | null
  testmoment_id: number | null
  module_id: number | null
  education_department_id: number | null
  enrollment_id: number | null
  /** what a record of the school was called then; null of people */
  label: string | null
  /** JSON text: the values that it replaced, by field; null of what it made */
  before: string | null
  /** JSON text: the values that it wrote, by field, with the record's `version` where it has one */
  after: string
  /** when this line was turned back */
  undone_at: string | null
  /** why it was not, when the rest was: an `UndoHindrance` */
  stayed: string | null
}

/** What teachers said that a column means which no list names so: remembered for the next list. */
export interface ImportColumnTable {
  id: Generated<number>
  kind: ImportKind
  /** as `foldName` writes it */
  header: string
  /** null: nothing is read of it */
  meaning: string | null
}
