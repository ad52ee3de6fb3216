import { trimText } from '#domain/entities/text.rules.ts'

/**
 * An address however its letters and edges were typed: one person has one account. Only A to Z lose their capitals: the
 * Kelvin sign is no k, although `toLowerCase` makes it one.
 */
export const normaliseUsername = (typed: string): string =>
  trimText(typed).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** How long the link of an invitation works. Nobody waits for one: it is read when somebody next looks at their school's mail. */
export const INVITATION_DAYS = 14

/** Longer than any address with a name before it. */
const LONGEST_RECIPIENT = 500

/**
 * The address in what people type or paste where one is asked for: '"Bos, Noor" <noor@school.nl>;', 'mailto:noor@school.nl?subject=Hoi'
 * and 'noor@school.nl (Noor Bos)' are noor@school.nl. What holds none, or several, comes back as it was typed, but for
 * its edges and capitals.
 */
export function readAddress(typed: string): string {
  const text = normaliseUsername(typed)
  if (text.length > LONGEST_RECIPIENT) return text
  const bare = text.replace(/[\s,;]+$/, '')
  const [, name = '', bracketed = bare.replace(/\s*\([^()]*\)$/, '')] = /^([^<]*)<([^<>]*)>[\s"']*$/.exec(bare) ?? []
  // Several recipients are nobody: the last of them would be a guess.
  if (/@[^,;"]*[,;]/.test(name)) return text
  const unquoted = trimText(bracketed).replace(/^(["'])(.*)\1$/s, '$2')
  const address = trimText(unquoted.startsWith('mailto:') ? decoded(unquoted.slice('mailto:'.length)) : unquoted)
  return address.includes('@') ? address : text
}

/** The address of RFC 6068's URI, without what else the letter is to say. */
function decoded(mailto: string): string {
  const [address = ''] = mailto.split('?')
  try {
    return normaliseUsername(decodeURIComponent(address))
  } catch {
    return address
  }
}

/** Whether a normalised username is of one of these domains (lower case, ASCII) or of a subdomain; none allow any. */
export function isOfDomain(username: string, domains: readonly string[]): boolean {
  const domain = username.slice(username.lastIndexOf('@') + 1)
  return domains.length === 0 || domains.some((allowed) => domain === allowed || domain.endsWith(`.${allowed}`))
}

/** RFC 5321's limit for a whole address. */
const LONGEST_ADDRESS = 254

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const ADDRESS = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`)

/**
 * Whether mail could be sent to a normalised username: RFC 5321's Dot-string at a host name. Quoted names and letters
 * beyond ASCII are left out; two addresses that look alike would be two accounts.
 */
export const isPlausibleUsername = (username: string): boolean =>
  username.length <= LONGEST_ADDRESS && ADDRESS.test(username)

export type UsernameFault = 'username-missing' | 'username-implausible'

export type PasswordFault =
  | 'password-missing'
  | 'password-too-short'
  | 'password-too-long'
  | 'password-common'
  | 'password-is-username'
  | 'password-repeat-missing'
  | 'password-repeat-differs'

/** In characters as people nearly count them (code points), so that 🔑 is one: not in the units or bytes that it takes. */
const SHORTEST = 8
const LONGEST = 256

export function usernameFaults(typed: string): UsernameFault[] {
  const username = readAddress(typed)
  if (username === '') return ['username-missing']
  return isPlausibleUsername(username) ? [] : ['username-implausible']
}

/** Whether it is as long as a password may be, wherever one is set. */
export const hasPasswordLength = (password: string): boolean => {
  const length = [...password].length
  return length >= SHORTEST && length <= LONGEST
}

interface PasswordChoice {
  password: string
  /** left out where it is asked for once, and can be looked at */
  password_repeat?: string
  /** username of the account that the password is for, as typed or as kept */
  username: string
  /** whether a list of the passwords that are tried first has it */
  isCommon: (password: string) => boolean
}

/** Everything that is wrong with it, in the order in which people read a form. No rules of composition (NIST 800-63B). */
export function passwordFaults({ password, password_repeat, username, isCommon }: PasswordChoice): PasswordFault[] {
  const faults: PasswordFault[] = []
  const length = [...password].length
  if (length === 0) faults.push('password-missing')
  else if (length < SHORTEST) faults.push('password-too-short')
  else if (length > LONGEST) faults.push('password-too-long')
  else if (normaliseUsername(password) === normaliseUsername(username)) faults.push('password-is-username')
  else if (isCommon(password)) faults.push('password-common')
  if (password_repeat === undefined) return faults
  if (password_repeat === '') faults.push('password-repeat-missing')
  else if (password_repeat !== password) faults.push('password-repeat-differs')
  return faults
}
