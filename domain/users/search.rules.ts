import { isPlausibleUsername, readAddress } from '#domain/accounts/account.rules.ts'
import { type Named, surnameRoot } from './names.ts'

/** Letters that Unicode normalization keeps, and signs with several forms, with the form that is searched. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ə: 'e',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '‛': "'",
  '′': "'",
  ʼ: "'",
  ʻ: "'",
  ʽ: "'",
  ʹ: "'",
  '`': "'",
  '´': "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
}
const PLAIN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu')

/** Characters between words. */
const GAPS = /[\p{Z}\p{Cc}]+/gu
/** Accents, zero-width joiners and half surrogate pairs: nobody types these to find a person. */
const SIGNS = /[\p{M}\p{Cf}\p{Cs}]/gu

/**
 * Folds a text for searching: without capitals, accents and letters that keyboards lack. Stored names and search words are
 * folded by this one function, so that they match.
 */
export const foldText = (text: string): string =>
  text
    .replace(GAPS, ' ')
    .replace(PLAIN_LETTERS, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFKD')
    .replace(SIGNS, '')
    .toLowerCase()
    .replace(PLAIN_LETTERS, (letter) => PLAIN[letter] ?? letter)
    .replace(GAPS, ' ')
    .trim()

export interface Findable {
  username: string
  first_name: string
  last_name: string
  student_number?: string | null | undefined
}

export const searchTextOf = ({ username, first_name, last_name, student_number }: Findable): string =>
  foldText(`${first_name} ${last_name} ${username} ${student_number ?? ''}`)

interface NameKeys {
  first_name_key: string
  last_name_key: string
}

/** Separates the parts of a sort key. Two spaces sort before one: 'Vries, Zoë' before 'Vries Bos, Anna'. */
const BETWEEN_NAMES = '  '

/**
 * Keys by which people are sorted (name-order.ts): 'van der Berg' under the B, 'Özil' beside 'Ozan', 'Vak 2' before
 * 'Vak 10'; a person with one name is sorted by that. A change here, or in the prefixes, reaches the keys of all by
 * api-server/users/renew-findable.ts, soon after a server starts.
 */
export function nameKeysOf({ first_name, last_name }: Named): NameKeys {
  const [first, last] = [sortKey(first_name), sortKey(surnameRoot(last_name))]
  const joined = (...names: string[]) => names.filter(Boolean).join(BETWEEN_NAMES)
  return { first_name_key: joined(first, last), last_name_key: joined(last, first) }
}

const sortKey = (name: string) => foldText(name).replace(/\d+/g, (digits) => digits.padStart(12, '0'))

/** Columns of a user's names, address and student number, with the folded text and sort keys. Every write of a user uses it. */
export const findable = <Person extends Findable>(person: Person): Person & NameKeys & { search_text: string } => ({
  ...person,
  search_text: searchTextOf(person),
  ...nameKeysOf(person),
})

/** Characters that people put between names and no name contains: 'Jansen, Emma', 'Emma (Jansen)', 'Jansen - Bakker'. */
const PARTING = /[,;:()<>"“”„«»-]+/gu
/** 'van't Bakker' and 'van 't Bakker' are one name, and so are the two ways of 'd'Ancona'. */
const BEFORE_APOSTROPHE = /(?<=[^ ])(?=')/gu

/** Words that must all occur, in any order; an empty list matches everyone. A word within another word is left out. */
export function searchWords(search: string): string[] {
  // In 'Noor Bos <noor@school.nl>' only the address counts: the name may be spelled otherwise here.
  const address = readAddress(search)
  const parted = foldText(isPlausibleUsername(address) ? address : search)
    .replace(PARTING, ' ')
    .replace(BEFORE_APOSTROPHE, ' ')
  const words = [...new Set(parted.split(' '))].filter((word) => word !== '' && word !== "'")
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
}
