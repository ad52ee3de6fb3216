import { removeBreaks, trimText } from '#domain/entities/text.rules.ts'

/**
 * Address without capitals and surrounding spaces, so that a person has one account. Only A to Z become lower case: the Kelvin
 * sign is no k, although `toLowerCase` makes it one.
 */
export const normaliseUsername = (typed: string): string =>
  trimText(typed).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Days that the link of an invitation is valid: people read it when they next look at their school mail. */
export const INVITATION_DAYS = 14

/** Longer than any address with a name before it. */
const LONGEST_RECIPIENT = 500

/**
 * Finds the address in what people type or paste: '"Bos, Noor" <noor@school.nl>;', 'mailto:noor@school.nl?subject=Hoi' and
 * 'noor@school.nl (Noor Bos)' become noor@school.nl. Text with no address or several is returned as typed, apart from its edges,
 * capitals and places where it may be broken.
 */
export function readAddress(typed: string): string {
  const text = normaliseUsername(removeBreaks(typed))
  const found = unwrapAddress(text)
  // Quotes, brackets and remarks may be within each other: what is found is read again until nothing is around it.
  return found === text ? text : readAddress(found)
}

function unwrapAddress(text: string): string {
  if (text.length > LONGEST_RECIPIENT) return text
  const bare = text.replace(/(?<![\s,;.])[\s,;.]+$/, '')
  const [, name = '', bracketed = bare.replace(/\([^()]*\)$/, '')] = /^([^<]*)<([^<>]*)>[\s"']*$/.exec(bare) ?? []
  // Several recipients are ambiguous: choosing the last would be a guess.
  if (/@[^@,;"]*[,;]/.test(name)) return text
  // Exports of Brightspace mark names of users with '#'.
  const unquoted = trimText(bracketed)
    .replace(/^(["'])(.*)\1$/s, '$2')
    .replace(/^[“”„‘’‚](.*)[“”‘’]$/s, '$1')
    .replace(/^#+/, '')
    // Exports of Exchange list addresses so.
    .replace(/^smtp:/, '')
  const [scheme] = /^mailto:(?:\/\/)?/.exec(unquoted) ?? []
  const address = trimText(scheme === undefined ? unquoted : decoded(unquoted.slice(scheme.length)))
  return address.includes('@') ? address : text
}

/** Address of a mailto URI (RFC 6068), without subject and body. */
function decoded(mailto: string): string {
  const [address = ''] = mailto.split('?')
  try {
    return normaliseUsername(decodeURIComponent(address))
  } catch {
    return address
  }
}

/** Whether a normalised username is in one of these domains (lower case, ASCII) or a subdomain; an empty list allows all. */
export function isOfDomain(username: string, domains: readonly string[]): boolean {
  const domain = username.slice(username.lastIndexOf('@') + 1)
  return domains.length === 0 || domains.some((allowed) => domain === allowed || domain.endsWith(`.${allowed}`))
}

/** Limit of RFC 5321 for a whole address. */
const LONGEST_ADDRESS = 254

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const ADDRESS = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`)

/**
 * Whether mail could be sent to a normalised username: a Dot-string of RFC 5321 at a host name. Quoted names and letters
 * outside ASCII are not allowed: two addresses that look alike would be two accounts.
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

/** Counted in code points, so that 🔑 counts as one character, as people count, and not as two UTF-16 units or four bytes. */
const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 256

export function usernameFaults(typed: string): UsernameFault[] {
  const username = readAddress(typed)
  if (username === '') return ['username-missing']
  return isPlausibleUsername(username) ? [] : ['username-implausible']
}

export const hasPasswordLength = (password: string): boolean => {
  const length = [...password].length
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH
}

interface PasswordChoice {
  password: string
  /** left out if the field appears once and its text can be shown */
  password_repeat?: string
  /** username of the account, as typed or stored */
  username: string
  /** whether a list of the most common passwords has it */
  isCommon: (password: string) => boolean
}

/** All faults of a password, in the order of the form. There are no composition rules (NIST 800-63B). */
export function passwordFaults({ password, password_repeat, username, isCommon }: PasswordChoice): PasswordFault[] {
  const faults: PasswordFault[] = []
  const length = [...password].length
  if (length === 0) faults.push('password-missing')
  else if (length < MIN_PASSWORD_LENGTH) faults.push('password-too-short')
  else if (length > MAX_PASSWORD_LENGTH) faults.push('password-too-long')
  else if (normaliseUsername(password) === normaliseUsername(username)) faults.push('password-is-username')
  else if (isCommon(password)) faults.push('password-common')
  if (password_repeat === undefined) return faults
  if (password_repeat === '') faults.push('password-repeat-missing')
  else if (password_repeat !== password) faults.push('password-repeat-differs')
  return faults
}
