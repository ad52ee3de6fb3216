import type { Difference } from './entity.schema.ts'

/** Dutch labels of an entity's fields, and how their values are shown. */
export type FieldTexts<Fields> = { [Name in keyof Fields]: { label: string; show(value: Fields[Name]): string } }

export type Edit<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined }

export const fieldNamesOf = <Fields extends object>(texts: FieldTexts<Fields>) =>
  Object.keys(texts) as (keyof Fields & string)[]

/** Fields after an edit; those that it leaves out stay the same. */
export const withChanges = <Fields extends object>(fields: Fields, changes: Edit<Fields>): Fields => ({
  ...fields,
  ...Object.fromEntries(Object.entries(changes).filter(([name, wished]) => name in fields && wished !== undefined)),
})

/** Differences between an edit and the stored fields, in the order of `texts`. Fields that the edit leaves out do not count. */
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

export const showFlag = (value: boolean): string => (value ? 'aan' : 'uit')
export const showYesOrNo = (value: boolean): string => (value ? 'ja' : 'nee')
export const showText = (value: string): string => (value === '' ? '(leeg)' : value)

export const changesOf = <Fields extends object>(
  fields: readonly (keyof Fields & string)[],
  before: Fields,
  after: Edit<Fields>,
): Record<string, readonly [before: unknown, after: unknown]> =>
  Object.fromEntries(fields.map((name) => [name, [before[name], after[name]]]))

/** Sorted, as the audit log stores them. */
export const changedFields = <Fields extends object>(
  yours: Edit<Fields>,
  theirs: Fields,
  may: readonly (keyof Fields & string)[],
): (keyof Fields & string)[] =>
  may.filter((name) => yours[name] !== undefined && yours[name] !== theirs[name]).toSorted()
