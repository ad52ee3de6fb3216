/** Far more than a school takes in a year, and what one reply can still show. */
export const MAX_IMPORT_LINES = 5_000

/** Consequence of a verdict for a line. One refused line refuses the whole list. */
export interface VerdictWeight {
  outcome: 'added' | 'changed' | 'skipped' | 'refused'
  /** worth knowing, though nothing is wrong */
  remark?: true
}

/** A verdict on a line: its weight, and the sentence beside the line. `about` is a name, a number, another line, or empty. */
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
/** Skips the line, or stands behind the verdict that says what becomes of it. */
export const remarks = weighing({ outcome: 'skipped', remark: true })
export const refuses = weighing({ outcome: 'refused' })

interface ListColumn {
  /** in the select above a column, and before what a line changes */
  label: string
  /** no list goes without it */
  required?: true
  /** possible headers, in the form of `foldHeader`; the first wins where a list has several */
  names: readonly string[]
  /** also written above lists, so that it says nothing about where their columns are named */
  inTitles?: true
}

/** How many records an import makes or made, and how many existing ones it changes. */
export interface Outcome {
  added: number
  changed: number
}

/**
 * A kind of list that can be imported: how it is recognised, and its words. The browser reads it too, before the server sees
 * the list. Judging its lines is up to the `*.rules.ts` of the kind, applying and undoing to api-server/acts/import.
 */
export interface ListKind {
  /** columns by the meaning on the wire, in the order of the select */
  columns: Readonly<Record<string, ListColumn>>
  /** meanings in the order in which they are searched for, where that is not the order of the select */
  searched?: readonly string[]
  /** words by which a header is about somebody or something else */
  others: readonly string[]
  /** names that are only ever a whole header */
  whole: readonly string[]
  /** a list has at least one meaning of each */
  needs: readonly (readonly string[])[]
  /** each module may have a column with its results */
  perModule?: true
  /** whether a cell says that its line is about somebody or something, rather than about the list */
  isKey: (cell: string) => boolean
  /** whether a list of nothing but such cells needs no header */
  isWhole?: (cell: string) => boolean
  /** meaning of a column without a name when half of its cells match; never names */
  guesses: readonly { meaning: string; is: (cell: string) => boolean }[]
  verdicts: Readonly<Record<string, Verdict>>
  /** why a list without the needed columns is refused */
  columnMissing: string
  words: ListWords
}

/** Texts on the screen of a kind. */
interface ListWords {
  tab: string
  intro: string
  example: string
  columns: string
  /** effect of 'Bijwerken'; left out where it cannot be chosen */
  update?: string
  importing: (outcome: Outcome) => string
  done: (outcome: Outcome) => string
  /** how many lines would fill in or replace a value */
  changed: (count: number) => string
  /** why there is nothing to import */
  nothing: string
}
