import { createFairWork, type Party } from '#api-server/platform/fair-work.ts'
import { type PasswordFault, passwordFaults } from '#domain/accounts/account.rules.ts'
import { hashPassword, verifyPassword } from '#server/password-hash.ts'
import { unavailable } from '#server/problem.ts'

/** More at a time would take all threads that Node also needs for files and DNS (measured: fs.stat p99 of 2.6 s). */
const AT_A_TIME = 2

/** About three seconds of work; later callers had better try again. */
const WAITING = 200

/** A hash of nobody's password, at the usual cost: an unknown account takes the same work as a known one. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$qbSeQckzwa/I+GS6cOGWXw$5DxwgJ+7FuE018HQfcs0CpAEyCqITMRxC9B2NqJMikY'

/** All hashing of passwords waits for its turn, see platform/fair-work.rationale.md. Both throw `unavailable` when too many are waiting. */
export interface Passwords {
  /** `encoded` is null for an account without a password, or none at all: the answer is then false, after the same work */
  check(encoded: string | null, password: string, party: Party): Promise<boolean>
  hash(password: string, party: Party): Promise<string>
}

/** `watchQueue` gets a function that gives the number of passwords that wait. */
export function createPasswords(watchQueue?: (length: () => number) => void): Passwords {
  const inTurn = createFairWork(
    { atATime: AT_A_TIME, waiting: WAITING, refuse: () => unavailable('password-queue') },
    watchQueue,
  )
  return {
    check: async (encoded, password, party) => {
      const matches = await inTurn(party, () => verifyPassword(encoded ?? NOBODY, password))
      return encoded !== null && matches
    },
    hash: (password, party) => inTurn(party, () => hashPassword(password)),
  }
}

interface Chosen {
  password: string
  password_repeat?: string
  /** whose it is to be */
  username: string
}

/** All that is wrong with a new password, by the rules of registering. */
export const faultsOfPassword = async (chosen: Chosen): Promise<PasswordFault[]> =>
  passwordFaults({ ...chosen, isCommon: await readCommonPasswords() })

/** Dutch favourites that an international list lacks. */
const DUTCH = [
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

/** Names of this product and its school: with figures and marks around or in them they are as easily guessed. */
const OF_HERE = new Set(
  [
    'wiskunde wiskundeinschrijven inschrijven inschrijving toets toetsen toetsmoment toetsmomenten tentamen rekenen rekentoets',
    'hogeschool school docent student surveillant beheerder module modules uitslag wachtlijst welkom wachtwoord geheim',
  ].flatMap((words) => words.split(' ')),
)

/** Shorter ones are refused for their length, so they need not be kept. */
const SHORTEST = 8

/** Least characters of a password without the marks at its ends; with fewer it is the marks that make the password. */
const SHORTEST_BARE = 6

/** Nobody tries longer ones first, however they are made. */
const LONGEST_TRIED = 32

let list: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password is among the first that anybody would try, however it is capitalised and whatever marks are around it:
 * one of a list, or made by a pattern that the list leaves to its users. See passwords.rationale.md.
 */
export async function readCommonPasswords(): Promise<(password: string) => boolean> {
  list ??= readList()
  const common = await list
  return (password) => {
    const typed = password.toLowerCase()
    if (OF_HERE.has(lettersOf(password)) || new Set(typed).size === 1) return true
    const bare = withoutMarks(typed)
    return [typed, ...(bare.length >= SHORTEST_BARE ? [bare] : [])].some((text) => isCommonIn(common, text))
  }
}

function isCommonIn(common: ReadonlySet<string>, text: string): boolean {
  if (text.length > LONGEST_TRIED) return false
  const backwards = [...text].reverse().join('')
  return (
    [text, backwards].some(
      (way) => common.has(way) || ROWS.some((row) => way.length >= SHORTEST && row.includes(way)),
    ) ||
    new Set(text).size <= 2 ||
    isCounted(text) ||
    isCounted(text.replace(/(.)\1+/gu, '$1')) ||
    DATE.test(text) ||
    isRepeated(text, (part) => isCommonIn(common, part))
  )
}

/** Who must put a mark in it puts it at its ends. */
const withoutMarks = (text: string): string => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/** 'wiskunde' of 'Wiskunde-2027!' */
const lettersOf = (password: string): string => password.toLowerCase().replace(/[^\p{L}]+/gu, '')

/** Keys that lie beside one another, on keyboards of here. */
const ROWS = ['1234567890', 'qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'qsdfghjklm', 'zxcvbnm', 'yxcvbnm']

/** Up or down by one each: 'abcdefgh', '87654321', and past nine '8901234'. */
function isCounted(text: string): boolean {
  const codes = [...text].map((sign) => sign.codePointAt(0) ?? 0)
  const isFigures = /^\d+$/.test(text)
  return [1, -1].some((step) =>
    codes.every((code, at) => {
      const by = code - (codes[at - 1] ?? code - step)
      return by === step || (isFigures && (by + 10) % 10 === (step + 10) % 10)
    }),
  )
}

const [DAY, MONTH, YEAR, MARK] = ['(?:0?[1-9]|[12]\\d|3[01])', '(?:0?[1-9]|1[0-2])', '(?:19|20)\\d\\d', '[-./ ]?']
/** A day of this century or the last, as people write one: some 70,000 in all. */
const DATE = new RegExp(
  `^(?:${[
    [DAY, MONTH, YEAR],
    [MONTH, DAY, YEAR],
    [YEAR, MONTH, DAY],
  ]
    .map((parts) => parts.join(MARK))
    .join('|')})$`,
)

/** A part that comes again and again, and would not do by itself: '12341234', 'asdasdasd', '123456789123456789'. */
function isRepeated(text: string, isCommon: (part: string) => boolean): boolean {
  for (let length = 1; length <= text.length / 2; length++) {
    const part = text.slice(0, length)
    const isAll = part.repeat(Math.ceil(text.length / length)).startsWith(text)
    if (isAll) return length < SHORTEST || isCommon(part)
  }
  return false
}

/** 18,000 passwords, in 4 MB of memory: read when the first is chosen, which a server may never see. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const listed = dictionary['passwords-common'].map((password) => password.toLowerCase())
  return new Set([...listed.filter((password) => password.length >= SHORTEST), ...DUTCH])
}
