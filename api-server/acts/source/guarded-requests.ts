import { isUtf8 } from 'node:buffer'
import { type LookupAddress, lookup as resolve } from 'node:dns'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import type { Agent, Dispatcher } from 'undici'
import { blockListOf } from '#server/source-config.ts'
import { SourceFault } from './source-fault.ts'

/**
 * Requests to one origin, for a server that sends a secret and gets personal data. The host is resolved for each connection,
 * the addresses are checked, and the connection is made to those very addresses: a name that changes its address between check
 * and use gains nothing. A redirect is followed only within the origin, so that no credentials go elsewhere. Answers are
 * bounded in size and time and must not be compressed, since 10 kB could be 10 GB.
 */

/** Loaded with the first request: its hundred modules would take a twentieth of each start, also of a server without a source. */
const library = () => import('undici')

/** ms without any sign of life */
const IDLE_TIMEOUT_MS = 30_000

/** ms for a whole answer */
const TIMEOUT_MS = 120_000

/** Most bytes of an answer: 250 people of 2 kB each, sixteen times. */
const MOST_BYTES = 8 * 1024 * 1024

const MOST_REDIRECTS = 3

/** IPv4 addresses that are not on the public internet (IANA's special-purpose registry). */
const NOT_PUBLIC_4 = blockListOf([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
])

/** IPv6 addresses that may be on it, and those among them that lead elsewhere: protocols, examples, 6to4. */
const PUBLIC_6 = blockListOf(['2000::/3'])
const NOT_PUBLIC_6 = blockListOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether an address is on the public internet. IPv4 in the form of IPv6 is not: no name server needs it. */
function isPublic(ip: string): boolean {
  if (isIP(ip) === 4) return !NOT_PUBLIC_4.check(ip)
  return isIP(ip) === 6 && PUBLIC_6.check(ip, 'ipv6') && !NOT_PUBLIC_6.check(ip, 'ipv6')
}

interface Asked {
  method?: 'GET' | 'POST' | 'PATCH'
  headers?: Record<string, string>
  body?: string
}

export interface Answer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
}

export interface GuardedRequests {
  /** Throws a `SourceFault`; `source-away` if there was no answer. */
  send(url: URL, asked?: Asked): Promise<Answer>
  close(): Promise<void>
}

interface GuardOptions {
  /** ranges that are allowed although they are not public */
  privateRanges: BlockList
  /** aborts requests under way */
  signal: AbortSignal
}

export function openGuardedRequests({ privateRanges, signal }: GuardOptions): GuardedRequests {
  const isAllowed = (ip: string) => isPublic(ip) || privateRanges.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')
  const openAgent = async () => {
    const { Agent } = await library()
    return new Agent({
      connections: 1,
      headersTimeout: IDLE_TIMEOUT_MS,
      bodyTimeout: IDLE_TIMEOUT_MS,
      connect: { timeout: IDLE_TIMEOUT_MS, lookup: checkingLookup(isAllowed) },
    })
  }
  let agent: Promise<Agent> | undefined

  const follow = async (url: URL, asked: Asked, redirects: number): Promise<Answer> => {
    // A host that is an address itself is never looked up.
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) > 0 && !isAllowed(literal)) throw new SourceFault('source-address')
    agent ??= openAgent()
    const answer = await ask(await agent, url, asked, signal)
    const { location } = answer.headers
    if (answer.status < 300 || answer.status >= 400 || answer.status === 304 || typeof location !== 'string')
      return answer
    const next = URL.parse(location, url.href)
    if (next?.origin !== url.origin || (asked.method ?? 'GET') !== 'GET')
      throw new SourceFault('source-elsewhere', url.pathname)
    if (redirects === 0) throw new SourceFault('source-repeats', url.pathname)
    return follow(next, asked, redirects - 1)
  }
  return {
    send: (url, asked = {}) => follow(url, asked, MOST_REDIRECTS),
    close: async () => (await agent)?.destroy(),
  }
}

/** Looks up all addresses of a host, and fails if one of them is not allowed. */
const checkingLookup =
  (isAllowed: (ip: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('no address'), '')
      if (!addresses.every(({ address }) => isAllowed(address))) return callback(new SourceFault('source-address'), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

async function ask(agent: Agent, url: URL, { method = 'GET', headers = {}, body }: Asked, stopped: AbortSignal) {
  const { request } = await library()
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    const answer = await request(url, { dispatcher: agent, method, headers, body: body ?? null, signal })
    const text = await readBounded(answer, url)
    return { status: answer.statusCode, headers: answer.headers, text }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof SourceFault ? error.cause : error
    if (cause instanceof SourceFault) throw cause
    stopped.throwIfAborted()
    throw new SourceFault('source-away', codeOf(error))
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no answer'

/**
 * Text of an answer, without a byte order mark; empty if it is not UTF-8, as JSON is (RFC 8259 §8.1): names would otherwise lose
 * their letters.
 */
async function readBounded({ headers, body }: Dispatcher.ResponseData, { pathname }: URL): Promise<string> {
  const encoding = headers['content-encoding'] ?? 'identity'
  const isTooLarge = Number(headers['content-length'] ?? 0) > MOST_BYTES
  if (encoding !== 'identity' || isTooLarge) {
    body.on('error', () => undefined).destroy()
    throw new SourceFault(isTooLarge ? 'source-too-large' : 'source-unreadable', pathname)
  }
  const parts: Buffer[] = []
  let bytes = 0
  // Leaving the loop ends the connection.
  for await (const part of body) {
    bytes += part.length
    if (bytes > MOST_BYTES) throw new SourceFault('source-too-large', pathname)
    parts.push(part)
  }
  const whole = Buffer.concat(parts)
  return isUtf8(whole) ? whole.toString('utf8').replace(/^\uFEFF/, '') : ''
}
