import { createFairWork, type Party } from '#api-server/platform/fair-work.ts'
import { type PasswordFault, passwordFaults } from '#domain/accounts/account.rules.ts'
import { hashPassword, verifyPassword } from '#server/password-hash.ts'
import { unavailable } from '#server/problem.ts'

/** More at a time would take all threads that Node also needs for files and DNS (measured: fs.stat p99 of 2.6 s). */
const AT_A_TIME = 2

/** Some three seconds of work; whoever comes behind had better try again. */
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

/** What this product and its school call things: with figures and marks around or in them they are as easily guessed. */
const OF_HERE = new Set(
  [
    'wiskunde wiskundeinschrijven inschrijven inschrijving toets toetsen toetsmoment toetsmomenten tentamen rekenen rekentoets',
    'hogeschool school docent student surveillant beheerder module modules uitslag wachtlijst welkom wachtwoord geheim',
  ].flatMap((words) => words.split(' ')),
)

/** Shorter ones are refused for their length, so they need not be kept. */
const SHORTEST = 8

let list: Promise<ReadonlySet<string>> | undefined

/** Whether a password is among the first that anybody would try, however it is capitalised. */
export async function readCommonPasswords(): Promise<(password: string) => boolean> {
  list ??= readList()
  const common = await list
  return (password) =>
    common.has(plain(password)) ||
    common.has(password.toLowerCase()) ||
    isOneCharacter(password) ||
    OF_HERE.has(lettersOf(password))
}

/** Who must put a capital and a mark in it puts them at its ends. */
const plain = (password: string): string => password.toLowerCase().replace(/[!?.]+$/, '')

/** 'wiskunde' of 'Wiskunde-2027!' */
const lettersOf = (password: string): string => password.toLowerCase().replace(/[^\p{L}]+/gu, '')

const isOneCharacter = (password: string): boolean => new Set(password).size === 1

/** 18,000 passwords, in 4 MB of memory: read when the first is chosen, which a server may never see. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'].filter((password) => password.length >= SHORTEST), ...DUTCH])
}
