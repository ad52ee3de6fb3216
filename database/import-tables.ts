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
  /**
   * target of the import under its name of then: a school year or a test moment; null for lists that go into the school
   */
  place: string | null
  schoolyear_id: number | null
  testmoment_id: number | null
  added: Generated<number>
  changed: Generated<number>
  /** when it was turned back, and by which user; its lines say what stayed */
  undone_at: string | null
  undoer_id: number | null
}

/** Record that one line made or changed; lines without an effect are not kept. */
export interface ImportLineTable {
  id: Generated<number>
  import_id: number
  /** where it began in the text, from 1 */
  line: number
  outcome: 'added' | 'changed'
  /** changed record: one of these, or both student and enrollment for a result; null once that is gone */
  user_id: number | null
  testmoment_id: number | null
  module_id: number | null
  education_department_id: number | null
  enrollment_id: number | null
  /** name of a school record at that time; null for people */
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

/** Meaning that teachers chose for a column that no list knows: remembered for the next list. */
export interface ImportColumnTable {
  id: Generated<number>
  kind: ImportKind
  /** header in the form of `foldName` */
  header: string
  /** null: nothing is read of it */
  meaning: string | null
}
