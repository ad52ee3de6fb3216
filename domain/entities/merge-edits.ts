/** Two edits that began from the same fields. */
export interface Edits<Fields> {
  base: Fields
  yours: Fields
  theirs: Fields
}

export interface Merged<Fields extends object> {
  /** fields that either changed; a field that both changed has your value */
  yoursFirst: Fields
  /** the same, as they did */
  theirsFirst: Fields
  /** changed by both, and differently: nobody but a person can choose */
  contested: (keyof Fields & string)[]
  /** changed by them alone */
  theirsAlone: (keyof Fields & string)[]
}

/** Puts two edits together field by field, so that neither undoes the other where they are about something else. */
export function mergeEdits<Fields extends object>({ base, yours, theirs }: Edits<Fields>): Merged<Fields> {
  const merged: Merged<Fields> = {
    yoursFirst: { ...theirs },
    theirsFirst: { ...theirs },
    contested: [],
    theirsAlone: [],
  }
  for (const field of fieldsOf(base)) {
    const isYours = !isSame(yours[field], base[field])
    const isTheirs = !isSame(theirs[field], base[field])
    if (isYours) merged.yoursFirst[field] = yours[field]
    if (isYours && !isTheirs) merged.theirsFirst[field] = yours[field]
    if (isTheirs && !isYours) merged.theirsAlone.push(field)
    if (isYours && isTheirs && !isSame(yours[field], theirs[field])) merged.contested.push(field)
  }
  return merged
}

const fieldsOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields & string)[]

/** Texts, numbers, flags, and lists of these. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
