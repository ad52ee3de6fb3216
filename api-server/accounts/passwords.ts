import { createFairWork, type Party } from '#api-server/platform/fair-work.ts'
import { type PasswordFault, passwordFaults } from '#domain/accounts/account.rules.ts'
import { hashPassword, verifyPassword } from '#server/password-hash.ts'
import { unavailable } from '#server/problem.ts'
import { isKnownWordWithYear, MAX_TRIED_LENGTH } from './guessed-words.ts'

/** Hashes at a time. More would take all threads that Node needs for files and DNS (measured: fs.stat p99 of 2.6 s). */
const HASHES_AT_A_TIME = 2

/** Hashes that may wait, about three seconds of work; later callers are asked to retry. */
const MOST_WAITING_HASHES = 200

/** Checked in place of a missing hash, so that an unknown account takes as long as a known one. Nobody knows its password. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$qbSeQckzwa/I+GS6cOGWXw$5DxwgJ+7FuE018HQfcs0CpAEyCqITMRxC9B2NqJMikY'

/** Hashes passwords in turn, see platform/fair-work.rationale.md. Throws `unavailable` if too many wait. */
export interface Passwords {
  /** `encoded`: stored hash, or null without a password or account; the answer is then false, after the same work */
  check(encoded: string | null, password: string, party: Party): Promise<boolean>
  hash(password: string, party: Party): Promise<string>
}

/** `watchQueue` is called once, with a function that returns the number of waiting passwords. */
export function createPasswords(watchQueue?: (length: () => number) => void): Passwords {
  const inTurn = createFairWork(
    { atATime: HASHES_AT_A_TIME, waiting: MOST_WAITING_HASHES, refuse: () => unavailable('password-queue') },
    watchQueue,
  )
  return {
    check: async (encoded, password, party) => {
      const matches = await inTurn(party, () => verifyPassword(encoded ?? DUMMY_HASH, password))
      return encoded !== null && matches
    },
    hash: (password, party) => inTurn(party, () => hashPassword(password)),
  }
}

interface ChosenPassword {
  password: string
  password_repeat?: string
  username: string
}

export const faultsOfPassword = async (chosen: ChosenPassword): Promise<PasswordFault[]> =>
  passwordFaults({ ...chosen, isCommon: await loadPasswordCheck() })

/** Common Dutch passwords that an international list lacks. */
const DUTCH_PASSWORDS = [
  'ajax1234',
  'geheim01',
  'geheim123',
  'hogeschool',
  'voetbal1',
  'voetbal123',
  'wachtwoord01',
  'wachtwoord1',
  'wachtwoord123',
  'welkom123',
  'welkom1234',
  'welkom2026',
  'wiskunde',
  'wiskunde1',
  'wiskunde123',
  'zonnebloem',
]

/** Words about this product and its school, as easily guessed as common ones, with any digits and marks. */
const LOCAL_WORDS = new Set(
  [
    'wiskunde wiskundeinschrijven inschrijven inschrijving toets toetsen toetsmoment toetsmomenten tentamen rekenen rekentoets',
    'hogeschool school docent student surveillant beheerder module modules uitslag wachtlijst welkom wachtwoord geheim',
  ].flatMap((words) => words.split(' ')),
)

/** Shorter passwords are refused for their length and not kept in the list. */
const MIN_LENGTH = 8

/** Marks at the ends are ignored only if at least this many characters remain: '!!a!!' is judged whole. */
const MIN_BARE_LENGTH = 6

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/**
 * Loads a check for easily guessed passwords: listed ones, and patterns that the list lacks. Case and marks at the ends are
 * ignored. See passwords.rationale.md.
 */
export async function loadPasswordCheck(): Promise<(password: string) => boolean> {
  commonPasswords ??= readCommonPasswords()
  const common = await commonPasswords
  return (password) => {
    const typed = password.toLowerCase()
    const bare = withoutMarks(typed)
    if (LOCAL_WORDS.has(lettersOf(password)) || new Set(typed).size === 1) return true
    if (isKnownWordWithYear(typed) || isKnownWordWithYear(bare)) return true
    return [typed, ...(bare.length >= MIN_BARE_LENGTH ? [bare] : [])].some((text) => isCommonIn(common, text))
  }
}

function isCommonIn(common: ReadonlySet<string>, text: string): boolean {
  if (text.length > MAX_TRIED_LENGTH) return false
  const isListed = (spelling: string) => common.has(spelling) || isOnOneRow(spelling)
  return (
    isListed(text) ||
    isListed([...text].reverse().join('')) ||
    new Set(text).size <= 2 ||
    isSequence(text) ||
    isSequence(text.replace(/(.)\1+/gu, '$1')) ||
    DATE.test(text) ||
    isRepeated(text, (part) => isCommonIn(common, part))
  )
}

/** Strips marks at the ends, where people put a required one. */
const withoutMarks = (text: string): string => text.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '')

/** 'wiskunde' of 'Wiskunde-2027!' */
const lettersOf = (password: string): string => password.toLowerCase().replace(/[^\p{L}]+/gu, '')

/** Adjacent keys on keyboards common here. */
const KEYBOARD_ROWS = [
  '1234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
]

const isOnOneRow = (text: string): boolean =>
  text.length >= MIN_LENGTH && KEYBOARD_ROWS.some((row) => row.includes(text))

/** True if each character is one above, or below, the one before: 'abcdefgh', '87654321'. Digits wrap: '8901234'. */
function isSequence(text: string): boolean {
  const codes = [...text].map((sign) => sign.codePointAt(0) ?? 0)
  const isNumber = /^\d+$/.test(text)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  // 9 is followed by 0, which is 9 below it.
  return [1, -1].some((step) => steps.every((by) => by === step || (isNumber && by === -9 * step)))
}

const [DAY, MONTH, YEAR, MARK] = ['(?:0?[1-9]|[12]\\d|3[01])', '(?:0?[1-9]|1[0-2])', '(?:19|20)\\d\\d', '[-./ ]?']
/** A date of this century or the last, as people write it: some 70,000 in all. */
const DATE = new RegExp(
  `^(?:${[
    [DAY, MONTH, YEAR],
    [MONTH, DAY, YEAR],
    [YEAR, MONTH, DAY],
  ]
    .map((parts) => parts.join(MARK))
    .join('|')})$`,
)

/** True if a too short or common part is repeated: '12341234', 'asdasdasd', '123456789123456789'. */
function isRepeated(text: string, isCommon: (part: string) => boolean): boolean {
  for (let length = 1; length <= text.length / 2; length++) {
    const part = text.slice(0, length)
    const isAll = part.repeat(Math.ceil(text.length / length)).startsWith(text)
    if (isAll) return length < MIN_LENGTH || isCommon(part)
  }
  return false
}

/** Takes 4 MB for 18,000 passwords, so it is called only when the first password is chosen. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const listed = dictionary['passwords-common'].map((password) => password.toLowerCase())
  return new Set([...listed.filter((password) => password.length >= MIN_LENGTH), ...DUTCH_PASSWORDS])
}
