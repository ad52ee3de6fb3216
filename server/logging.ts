import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'

export interface LogDestination {
  write(line: string): void
}

/**
 * Logging options of both servers: JSON lines by pino. A request is logged with its method, its route (not its URL, which may
 * contain a key) and the caller's address; never with a header, body or query. Each line about a request has its id as `reqId`,
 * see `createRequestIds`.
 */
export function loggingOptions(
  trustedProxies: readonly string[],
  destination?: LogDestination,
): Pick<FastifyServerOptions, 'logger' | 'logController' | 'genReqId' | 'requestIdHeader'> {
  return {
    logger: {
      level: 'info',
      redact: { paths: ['*.password', '*.token', '*.refresh_token', '*.authorization'], censor: '[redacted]' },
      serializers: { req: describeRequest, err: describeError },
      ...((destination ?? journal) && { stream: destination ?? journal }),
    },
    // Successes are counted, not logged: a log line costs more than many requests do.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(trustedProxies),
    requestIdHeader: false,
  }
}

/** pino's levels as syslog priorities, with which `journalctl -p err` finds lines that need attention (sd-daemon(3)). */
const PRIORITIES: Record<string, string> = { 40: '<4>', 50: '<3>', 60: '<2>' }

/** Puts its priority before each line; systemd's journal removes it. */
export const withPriority = (line: string): string =>
  `${PRIORITIES[/^{"level":(\d\d)/.exec(line)?.[1] ?? ''] ?? '<6>'}${line}`

/** Standard output with priorities, if systemd reads it: it then sets JOURNAL_STREAM (systemd.exec(5)). */
const journal: LogDestination | undefined = process.env.JOURNAL_STREAM
  ? { write: (line) => void process.stdout.write(withPriority(line)) }
  : undefined

const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions.url,
  address: request.ip,
})

/** pino's default serializer also writes an error's own properties, in which database drivers put rows and parameters. */
const describeError = (error: Error & { code?: unknown }) => ({
  type: error.name,
  code: typeof error.code === 'string' ? error.code : undefined,
  message: error.message,
  stack: error.stack ?? '',
})

/** Header with the request's id, which is also in its log lines, so that people can quote it. */
export const REQUEST_ID = 'x-request-id'

/**
 * Request ids as nginx, Caddy and most others make them, without characters that could be taken for another line or field of a
 * log.
 */
const PLAUSIBLE = /^[\w.-]{8,64}$/

/**
 * Returns the function that makes request ids: the id from a trusted proxy (addresses or ranges), so that both logs use the
 * same one; a new id for others.
 */
function createRequestIds(trusted: readonly string[]): (request: IncomingMessage) => string {
  const next = countedIds()
  const trusts = listed(trusted)
  return ({ headers, socket }) => {
    const proxyId = headers[REQUEST_ID]
    const isTrusted = typeof proxyId === 'string' && PLAUSIBLE.test(proxyId) && trusts(socket.remoteAddress ?? '')
    return isTrusted ? proxyId : next()
  }
}

/** Sends the id with each reply. Call it before any hook that may answer. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
}

/** Makes ids that differ between restarts and processes, at the cost of one addition each. */
function countedIds(): () => string {
  const process = randomBytes(6).toString('base64url')
  let count = 0
  return () => {
    count += 1
    return `${process}-${count.toString(36)}`
  }
}

/** Returns a test whether an address is among these addresses and ranges. */
function listed(addresses: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/')
    const family = familyOf(address)
    if (family && bits !== undefined && Number.isInteger(Number(bits))) list.addSubnet(address, Number(bits), family)
    else if (family && bits === undefined) list.addAddress(address, family)
  }
  return (address) => {
    const family = familyOf(address)
    return family !== undefined && list.check(address, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  if (version === 0) return undefined
  return version === 4 ? 'ipv4' : 'ipv6'
}
