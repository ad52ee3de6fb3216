export interface Edits<Fields> {
  base: Fields
  yours: Fields
  theirs: Fields
}

export interface Merged<Fields extends object> {
  /** fields that either edit changed; a field that both changed has your value */
  yoursFirst: Fields
  /** fields that either edit changed; a field that both changed has their value */
  theirsFirst: Fields
  /** fields that both changed differently, so that a person must choose */
  contested: (keyof Fields & string)[]
  theirsAlone: (keyof Fields & string)[]
}

/** Merges two edits field by field, so that neither undoes the other's changes of other fields. */
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

/** Compares texts, numbers, flags, and lists of these. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
