/** An address however its letters and edges were typed: one person has one account. */
export const normaliseUsername = (typed: string): string => typed.trim().toLowerCase()

/** Whether a normalised username is of one of these domains (lower case, ASCII) or of a subdomain; none allow any. */
export function isOfDomain(username: string, domains: readonly string[]): boolean {
  const domain = username.slice(username.lastIndexOf('@') + 1)
  return domains.length === 0 || domains.some((allowed) => domain === allowed || domain.endsWith(`.${allowed}`))
}

/** RFC 5321's limit for a whole address. */
const LONGEST = 254

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const ADDRESS = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`)

/**
 * Whether mail could be sent to a normalised username: RFC 5321's Dot-string at a host name. Quoted names and letters
 * beyond ASCII are left out; two addresses that look alike would be two accounts.
 */
export const isPlausibleUsername = (username: string): boolean => username.length <= LONGEST && ADDRESS.test(username)
