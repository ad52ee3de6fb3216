import type { Named } from './names.ts'
import { nameKeysOf } from './search.rules.ts'

/**
 * The one order of people: by the keys that `findable` keeps of them, compared as both databases compare text that has no
 * language (SQLite's BINARY, PostgreSQL's "C"), which is by code point. Lists that the database pages and lists that are sorted
 * here agree to the letter (tests/database/people-index.test.ts).
 */
function compareKeys(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const [unit, beside] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (unit !== beside) return place(unit) - place(beside)
  }
  return one.length - other.length
}

/** Halves of the characters beyond U+FFFF come behind the other units, as those characters do. */
const place = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

/** Puts people in the order of a Dutch class list; who are called the same in the order in which they came to be here. */
export const inNameOrder = <Person extends Named & { id?: number; user_id?: number }>(
  people: readonly Person[],
): Person[] =>
  people
    .map((person) => ({ person, key: nameKeysOf(person).last_name_key, id: person.user_id ?? person.id ?? 0 }))
    .sort((one, other) => compareKeys(one.key, other.key) || one.id - other.id)
    .map(({ person }) => person)
