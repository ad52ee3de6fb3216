import type { Named } from './names.ts'
import { nameKeysOf } from './search.rules.ts'

/**
 * By code point, as both databases compare text without language (SQLite's BINARY, PostgreSQL's "C"), so that lists sorted
 * here and lists paged by the database agree exactly (tests/database/people-index.test.ts).
 */
function compareKeys(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const [unit, beside] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (unit !== beside) return place(unit) - place(beside)
  }
  return one.length - other.length
}

/** Surrogates sort after all other code units, as the characters beyond U+FFFF do. */
const place = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

/** Sorts people as in a Dutch class list; people with equal names by id. */
export const inNameOrder = <Person extends Named & { id?: number; user_id?: number }>(
  people: readonly Person[],
): Person[] =>
  people
    .map((person) => ({ person, key: nameKeysOf(person).last_name_key, id: person.user_id ?? person.id ?? 0 }))
    .sort((one, other) => compareKeys(one.key, other.key) || one.id - other.id)
    .map(({ person }) => person)
