import { isPlausibleUsername, readAddress } from '#domain/accounts/account.rules.ts'
import { type Named, surnameRoot } from './names.ts'

/** Letters that Unicode does not take apart into a letter and a sign, and signs that keyboards have in one form only. */
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
/** Signs on letters, joiners without width, and halves of characters: nobody types them to find somebody. */
const SIGNS = /[\p{M}\p{Cf}\p{Cs}]/gu

/**
 * A text without what people leave out when they search: capitals, accents, letters that their keyboard lacks. The one
 * fold for what is stored and for what is asked, so that the two meet.
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

/** Text that a search for people looks in. */
export const searchTextOf = ({ username, first_name, last_name, student_number }: Findable): string =>
  foldText(`${first_name} ${last_name} ${username} ${student_number ?? ''}`)

interface NameKeys {
  first_name_key: string
  last_name_key: string
}

/** Sorts before any letter of a name, and twice before its own spaces: 'Vries, Zoë' before 'Vries Bos, Anna'. */
const BETWEEN_NAMES = '  '

/**
 * Keys by which people are sorted (name-order.ts): 'van der Berg' under the B, 'Özil' beside 'Ozan', 'Vak 2' before
 * 'Vak 10'; a person with one name is sorted by that. A change here, or in the prefixes, needs a migration that makes
 * the keys of all people again.
 */
export function nameKeysOf({ first_name, last_name }: Named): NameKeys {
  const [first, last] = [sortKey(first_name), sortKey(surnameRoot(last_name))]
  const joined = (...names: string[]) => names.filter(Boolean).join(BETWEEN_NAMES)
  return { first_name_key: joined(first, last), last_name_key: joined(last, first) }
}

const sortKey = (name: string) => foldText(name).replace(/\d+/g, (digits) => digits.padStart(12, '0'))

/** A user's names, address and student number as they are kept: with what they are found and sorted by. Every row is written by it. */
export const findable = <Person extends Findable>(person: Person): Person & NameKeys & { search_text: string } => ({
  ...person,
  search_text: searchTextOf(person),
  ...nameKeysOf(person),
})

/**
 * Characters that people put between names and no name contains: 'Jansen, Emma', 'Emma (Jansen)', 'Jansen - Bakker'.
 */
const PARTING = /[,;:()<>"“”„«»-]+/gu
/** 'van't Bakker' and 'van 't Bakker' are one name, and so are the two ways of 'd'Ancona'. */
const BEFORE_APOSTROPHE = /(?<=[^ ])(?=')/gu

/** The words that must all occur, in any order; none asks for everyone. One that is part of another asks nothing more. */
export function searchWords(search: string): string[] {
  // In 'Noor Bos <noor@school.nl>' the address identifies the person, whatever their name is here.
  const address = readAddress(search)
  const parted = foldText(isPlausibleUsername(address) ? address : search)
    .replace(PARTING, ' ')
    .replace(BEFORE_APOSTROPHE, ' ')
  const words = [...new Set(parted.split(' '))].filter((word) => word !== '' && word !== "'")
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
}
