import type { Difference } from './entity.schema.ts'

/** How the fields of an entity are called and shown in Dutch. */
export type FieldTexts<Fields> = { [Name in keyof Fields]: { label: string; show(value: Fields[Name]): string } }

/** Fields that an edit sends: any of them. */
export type Edit<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined }

/** The names of the fields that have texts. */
export const fieldNamesOf = <Fields extends object>(texts: FieldTexts<Fields>) =>
  Object.keys(texts) as (keyof Fields & string)[]

/** The fields as an edit wishes them: what it leaves out stays. */
export const withChanges = <Fields extends object>(fields: Fields, changes: Edit<Fields>): Fields => ({
  ...fields,
  ...Object.fromEntries(Object.entries(changes).filter(([name, wished]) => name in fields && wished !== undefined)),
})

/** Where an edit and what is kept differ, in the order of `texts`. Fields that the edit leaves out are no difference. */
export function differencesBetween<Fields extends object>(
  yours: Edit<Fields>,
  theirs: Fields,
  texts: FieldTexts<Fields>,
): Difference[] {
  return fieldNamesOf(texts).flatMap((field) => differenceIn(field, yours[field], theirs[field], texts[field]))
}

function differenceIn<Value>(
  field: string,
  yours: Value | undefined,
  theirs: Value,
  { label, show }: { label: string; show(value: Value): string },
): Difference[] {
  if (yours === undefined || show(yours) === show(theirs)) return []
  return [{ field, label, yours: show(yours), theirs: show(theirs) }]
}

/** How a switch, a yes or no, and a text are shown. */
export const showFlag = (value: boolean): string => (value ? 'aan' : 'uit')
export const showYesOrNo = (value: boolean): string => (value ? 'ja' : 'nee')
export const showText = (value: string): string => (value === '' ? '(leeg)' : value)

/** Values of these fields before and after, as the log keeps changes of school data. */
export const changesOf = <Fields extends object>(
  fields: readonly (keyof Fields & string)[],
  before: Fields,
  after: Edit<Fields>,
): Record<string, readonly [before: unknown, after: unknown]> =>
  Object.fromEntries(fields.map((name) => [name, [before[name], after[name]]]))

/** The names of the fields that an edit really changes, of those that it may: sorted, as the audit trail keeps them. */
export const changedFields = <Fields extends object>(
  yours: Edit<Fields>,
  theirs: Fields,
  may: readonly (keyof Fields & string)[],
): (keyof Fields & string)[] =>
  may.filter((name) => yours[name] !== undefined && yours[name] !== theirs[name]).toSorted()
