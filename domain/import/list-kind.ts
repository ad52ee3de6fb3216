import type { RecordField, RecordFields } from '#domain/entities/record-fields.ts'

/** Most lines of a list: more than a school needs in a year, and what one reply can show. */
export const MAX_IMPORT_LINES = 5_000

/** Why a list as a whole was not read. */
export type ImportFault =
  | 'import-empty'
  | 'import-too-long'
  | 'import-line-too-long'
  | 'import-quote-open'
  | 'import-column-missing'

/** Weight of a verdict on a line. One refused line refuses the whole list. */
export interface VerdictWeight {
  outcome: 'added' | 'changed' | 'skipped' | 'refused'
  /** worth knowing, but no fault */
  remark?: true
}

/** Verdict on a line: its weight, and its sentence. `about` is a name, a number, another line, or empty. */
export interface Verdict extends VerdictWeight {
  text: (about: string) => string
}

const weighing =
  (weight: VerdictWeight) =>
  (text: string | Verdict['text']): Verdict => ({ ...weight, text: typeof text === 'string' ? () => text : text })

export const adds = weighing({ outcome: 'added' })
export const addsNotably = weighing({ outcome: 'added', remark: true })
export const changes = weighing({ outcome: 'changed' })
export const changesNotably = weighing({ outcome: 'changed', remark: true })
export const skips = weighing({ outcome: 'skipped' })
/** Skips the line, or is added to the verdict that says its outcome. */
export const remarks = weighing({ outcome: 'skipped', remark: true })
export const refuses = weighing({ outcome: 'refused' })

export interface ListColumn {
  /** label in the menu above a column, and before a line's changes */
  label: string
  /** the list must have this column */
  required?: true
  /** possible headers, in the form of `foldHeader`; the first wins where a list has several */
  names: readonly string[]
  /** the word also occurs in titles above lists, so it does not show which row has the headers */
  inTitles?: true
}

/** Columns of the fields of a register's records. */
export const fieldsAsColumns = <Values extends object>(fields: RecordFields<Values>) =>
  Object.fromEntries(
    Object.entries<RecordField<unknown>>(fields).map(([name, { label, listed = label, headings = [] }]) => [
      name,
      { label: listed, names: headings },
    ]),
  ) as Record<keyof Values & string, ListColumn>

export interface Outcome {
  added: number
  changed: number
}

/**
 * Kind of list that can be imported: how it is recognized, and its texts. The browser uses it too, before the server gets the
 * list. The `*.rules.ts` of the kind judge its lines; api-server/acts/import applies and undoes them.
 */
export interface ListKind {
  /** columns by their name in requests, in the order of the menu */
  columns: Readonly<Record<string, ListColumn>>
  /** order in which meanings are matched, if that is not the order of the menu */
  searched?: readonly string[]
  /** words that show that a header is about somebody or something else */
  others: readonly string[]
  /** names that only match a whole header */
  whole: readonly string[]
  /** for each entry, a list must have at least one of its meanings */
  needs: readonly (readonly string[])[]
  /** each module may have its own column of results */
  perModule?: true
  /** whether a cell can identify the subject of a line, as opposed to text about the list */
  isKey: (cell: string) => boolean
  /** whether a list with only such cells needs no header */
  isWhole?: (cell: string) => boolean
  /** meaning of a column without a name if half of its cells match; never for names */
  guesses: readonly { meaning: string; is: (cell: string) => boolean }[]
  verdicts: Readonly<Record<string, Verdict>>
  /** text for a list without the needed columns */
  columnMissing: string
  words: ListWords
}

interface ListWords {
  tab: string
  intro: string
  example: string
  columns: string
  /** effect of 'Bijwerken'; left out if it can't be chosen */
  update?: string
  importing: (outcome: Outcome) => string
  done: (outcome: Outcome) => string
  changed: (count: number) => string
  nothing: string
}
