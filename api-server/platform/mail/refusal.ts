/** Reply of a mail server, and the command it replies to. */
export interface Reply {
  /** e.g. 'EENVELOPE', from nodemailer */
  code?: string
  /** e.g. 550 */
  responseCode?: number
  /** e.g. 'RCPT TO' */
  command?: string
  /** full text of the mail server, e.g. '550 5.7.1 Relay access denied' */
  response?: string
}

/**
 * Judges a permanent refusal (5xx, RFC 5321 §4.2.1): 'bad-address' if the mailbox does not exist, 'refused' for any other
 * reason, such as a policy that somebody will fix. Undefined for other replies.
 */
export function judgeRefusal(reply: Reply): 'bad-address' | 'refused' | undefined {
  if (reply.responseCode === undefined || reply.responseCode < 500) return undefined
  return isBadAddress(reply) ? 'bad-address' : 'refused'
}

/** X.1.4 means an ambiguous address, X.1.5 a valid one, X.1.7 and X.1.8 are about the sender (RFC 3463, 7505). */
const BAD_ADDRESS = new Set(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10'])

/** Without an enhanced code a 550 can mean anything: it counts only if its text says that the mailbox is missing. */
const SAYS_UNKNOWN =
  /\b(user|mailbox|recipient|address|account)\b.{0,20}\b(unknown|not found|does not exist|doesn't exist)\b|\bunknown (user|mailbox|recipient|account)\b|\bno such (user|mailbox|recipient|address|account)\b/i
const SAYS_POLICY = /\b(relay|denied|policy|blocked|spam|sender|authenticat|rate|reputation|domain|host|dns)/i

function isBadAddress({ command, responseCode = 0, response = '' }: Reply): boolean {
  if (command !== 'RCPT TO') return false
  const enhanced = enhancedCodeOf({ response })
  if (enhanced !== undefined) return BAD_ADDRESS.has(enhanced)
  return [550, 551, 553].includes(responseCode) && SAYS_UNKNOWN.test(response) && !SAYS_POLICY.test(response)
}

/** Enhanced code of a reply (RFC 2034), e.g. '5.7.1'; also as Cisco's gateways ('550 #5.1.0 …') and qmail ('550 … (#5.1.1)') write it. */
export const enhancedCodeOf = ({ response = '' }: Reply): string | undefined =>
  /^\d{3}[ -](?:#|[^\n(]{0,200}\(#)?(\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]

const REPLY_LENGTH = 200

/**
 * The reply in a form safe to log, e.g. '550 5.7.1 <…>: Relay access denied'. Mail servers quote the address, and spam filters
 * the link, which contains a key. Of a login only the codes are kept.
 */
export function loggableReply(reply: Reply, to: string): string | undefined {
  const { response, command = '' } = reply
  if (response === undefined) return undefined
  if (command.startsWith('AUTH')) return [reply.responseCode, enhancedCodeOf(reply)].filter(Boolean).join(' ')
  const [local = '', host = ''] = splitAddress(to)
  const asPattern = local.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  const name = local === '' ? [] : [new RegExp(`(?<![\\w.])${asPattern}(?![\\w])`, 'gi')]
  // Words are found first and then judged, since one pattern for both reads the rest of a long word again from each letter.
  const unaddressed = response
    .replace(/\s+/g, ' ')
    .replaceAll(/\S+/g, (word) => (/.:\/\/./.test(word) ? '…' : word))
    .replaceAll(/[^\s<>()":;,]+/g, (word) => (/.@./.test(word) ? '…' : word))
  const hidden = name.reduce((text, secret) => text.replaceAll(secret, '…'), unaddressed)
  // Hides keys, however they are quoted; the mailbox's host may be as long.
  const keyless = hidden.replaceAll(/[\w.=+/-]{24,}/g, (word) => (word.toLowerCase() === host ? word : '…'))
  return keyless.slice(0, REPLY_LENGTH)
}

/** The host of a mailbox, e.g. 'student.school.example'. */
export const mailboxHost = (to: string): string => splitAddress(to)[1]

function splitAddress(to: string): [local: string, host: string] {
  const at = to.lastIndexOf('@')
  return [to.slice(0, Math.max(at, 0)), to.slice(at + 1).toLowerCase()]
}
