/** One field of a register's records, for app and server: its form, column, lists, file, log and conflicts follow from it. */
export interface RecordField<Value> {
  label: string
  show(value: Value): string
  form: 'text' | 'number' | 'prose' | 'tick'
  /** most characters of a text */
  most?: number
  /** reads what was typed, or is in a cell of a list; null if that is no value of this field */
  read(typed: string): Value | null
  /** shown if what is typed cannot be read */
  fault?: string
  hint?: string
  /** added to the hint in the form of a new record, which may leave it out: the use case finds its value */
  leftOut?: string
  /** label in the form, if it is another one */
  asked?: string
  /** value of a new record that leaves it out */
  unsaid?: Value
  /** verdict of an import on a cell that cannot be read */
  refused?: string
  /** its sentence, if that is not `fault` */
  refusal?(typed: string): string
  /** possible headings in lists, as `foldHeader` writes them */
  headings?: readonly string[]
  /** label in imports and files, if it is another one */
  listed?: string
}

export type RecordFields<Values> = { readonly [Name in keyof Values]: RecordField<Values[Name]> }

/** Fields of whatever record, by name. */
export type SomeFields = Readonly<Record<string, RecordField<unknown>>>

/** A text of at most `most` characters, as it is typed. */
export const readText = (most: number) => (typed: string) => (typed.length > most ? null : typed)

/** Values of a new record that says none of them. */
export const unsaidOf = <Values extends object>(fields: RecordFields<Values>): Partial<Values> =>
  Object.fromEntries(
    Object.entries<RecordField<unknown>>(fields).flatMap(([name, { unsaid }]) =>
      unsaid === undefined ? [] : [[name, unsaid]],
    ),
  ) as Partial<Values>

/** A value as a cell shows it: nothing for an empty text. */
export const shownIn = (field: RecordField<unknown>, value: unknown): string => (value === '' ? '' : field.show(value))

/** Records as a table with the headings by which an import of them knows its columns. */
export const tableOf = (fields: SomeFields, records: readonly { name: string }[]): string[][] => [
  ['Naam', ...Object.values(fields).map(({ label, listed = label }) => listed)],
  ...records.map((record) => [
    record.name,
    ...Object.entries(fields).map(([name, field]) => shownIn(field, Reflect.get(record, name))),
  ]),
]
