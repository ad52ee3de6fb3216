import type { Generated } from 'kysely'
import type { ImportKind } from '#domain/import/import-kinds.ts'

export interface ImportTables {
  /** Import that was confirmed and carried out. */
  import: {
    id: Generated<number>
    kind: ImportKind
    /** null once the account is deleted */
    actor_id: number | null
    at: string
    /** name at that time of the school year or moment that it imported into; null for imports into the school */
    place: string | null
    schoolyear_id: number | null
    testmoment_id: number | null
    added: Generated<number>
    changed: Generated<number>
    /** when and by which user it was undone; its lines say what was not */
    undone_at: string | null
    undoer_id: number | null
  }

  /** Record that a line of an import made or changed; lines without an effect are not stored. */
  import_line: {
    id: Generated<number>
    import_id: number
    /** line number in the text where it began, from 1 */
    line: number
    outcome: 'added' | 'changed'
    /** changed record: one of these, or both student and enrollment for a result; null once it is deleted */
    user_id: number | null
    testmoment_id: number | null
    module_id: number | null
    education_department_id: number | null
    enrollment_id: number | null
    /** name of a school record at that time; null for people */
    label: string | null
    /** JSON text: replaced values by field; null if the record was new */
    before: string | null
    /** JSON text: written values by field, with the record's `version` if it has one */
    after: string
    undone_at: string | null
    /** why this line was not undone when the others were: an `UndoHindrance` */
    stayed: string | null
  }

  /** Meaning that a teacher chose for a column that no import knows, remembered for the next import. */
  import_column: {
    id: Generated<number>
    kind: ImportKind
    /** header in the form of `foldHeader` */
    header: string
    /** null: the column is ignored */
    meaning: string | null
  }
}
