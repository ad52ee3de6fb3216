import { compareDutch, type Named } from '#domain/users/names.ts'

/** 'Akker – De Boer': the last names of the first and the last student of a block. */
export function blockLabel(first: Named, last: Named): string {
  const [from, until] = [nameOf(first), nameOf(last)]
  return from === until ? from : `${from} – ${until}`
}

/** A prefix that begins a name takes a capital where the first name is left out: 'De Boer'. */
const nameOf = ({ first_name, last_name }: Named): string => {
  const name = last_name.trim() || first_name.trim()
  return name.charAt(0).toLocaleUpperCase('nl') + name.slice(1)
}

export const modulesLabel = (names: readonly string[]): string | null =>
  names.length === 0 ? null : [...new Set(names)].toSorted(compareDutch).join(', ')
