/**
 * What stands before a Dutch surname and is passed over when names are put in order: 'van der Berg' stands under the B
 * (NEN 1888, as in every Dutch register). Only these, which are Dutch beyond doubt: whether 'El Amrani' belongs under
 * the A has no answer that everyone gives, so it stands where it is written.
 */
const PREFIXES = new Set([
  'van',
  'de',
  'den',
  'der',
  "'t",
  '’t',
  '‘t',
  'het',
  'te',
  'ten',
  'ter',
  'in',
  'op',
  'aan',
  "d'",
  'd’',
])

export const isDutchPrefix = (word: string): boolean => PREFIXES.has(word.toLowerCase())

/** 'Jansen' before 'Janssen', 'Müller' beside 'Muller', 'Vak 2' before 'Vak 10'. */
const collator = new Intl.Collator('nl', { numeric: true })

export const compareDutch = collator.compare

/** What a person is called in a list: by name, and by address before they have filled one in. */
export const personLabel = ({ first_name, last_name, username }: Named & { username: string }): string =>
  `${first_name} ${last_name}`.trim() || username

interface Named {
  first_name: string
  last_name: string
}

/** The last name without what stands before it; whole when nothing else is left of it ('Van'). */
export function surnameRoot(lastName: string): string {
  const words = lastName.trim().split(/\s+/)
  const start = words.findIndex((word) => !isDutchPrefix(word))
  return start === -1 ? lastName : words.slice(start).join(' ')
}

/** As registers write a name, by which one finds it: 'Bakker, André van 't'; by address before they have filled one in. */
export function registerLabel({ first_name, last_name, username }: Named & { username: string }): string {
  const root = surnameRoot(last_name).trim()
  const given = first_name.trim()
  const prefix = last_name
    .trim()
    .slice(0, -root.length || undefined)
    .trim()
  const behind = root === last_name.trim() ? given : `${given} ${prefix}`.trim()
  return [root, behind].filter(Boolean).join(', ') || username
}

/** Puts people in the order of a Dutch class list. Takes each name apart once, since a list asks for it many times. */
export function inNameOrder<Person extends Named>(people: readonly Person[]): Person[] {
  return people
    .map((person) => ({ person, root: surnameRoot(person.last_name) }))
    .sort(
      (one, other) =>
        compareDutch(one.root, other.root) ||
        compareDutch(one.person.first_name, other.person.first_name) ||
        compareDutch(one.person.last_name, other.person.last_name),
    )
    .map(({ person }) => person)
}
