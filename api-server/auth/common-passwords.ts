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

/** Shorter ones are refused for their length, so they need not be kept. */
const SHORTEST = 8

let list: Promise<ReadonlySet<string>> | undefined

/** Whether a password is among the first that anybody would try, however it is capitalised. */
export async function readCommonPasswords(): Promise<(password: string) => boolean> {
  list ??= readList()
  const common = await list
  return (password) => common.has(plain(password)) || common.has(password.toLowerCase()) || isOneCharacter(password)
}

/** Who must put a capital and a mark in it puts them at its ends. */
const plain = (password: string): string => password.toLowerCase().replace(/[!?.]+$/, '')

const isOneCharacter = (password: string): boolean => new Set(password).size === 1

/** 18,000 passwords, in 4 MB of memory: read when the first is chosen, which a server may never see. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'].filter((password) => password.length >= SHORTEST), ...DUTCH])
}
