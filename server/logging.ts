import { type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import { createRequestIds } from './request-id.ts'

export interface LogDestination {
  write(line: string): void
}

/**
 * How both servers log: JSON lines by pino. A request shows as its method, its route (not its URL, whose path or query
 * may hold a key) and the caller's address; never a header, a body or a query. Each line about a request has its id as
 * `reqId`, see request-id.ts.
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
    // Successes are counted, not logged: a line a request costs more than many a request itself.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(trustedProxies),
    requestIdHeader: false,
  }
}

/** pino's levels as syslog's priorities, by which `journalctl -p err` finds what somebody should look at (sd-daemon(3)). */
const PRIORITIES: Record<string, string> = { 40: '<4>', 50: '<3>', 60: '<2>' }

/** Puts its priority before each line, as the journal of systemd takes it off again. */
export const withPriority = (line: string): string =>
  `${PRIORITIES[/^{"level":(\d\d)/.exec(line)?.[1] ?? ''] ?? '<6>'}${line}`

/** Where systemd reads what is written: it sets JOURNAL_STREAM (systemd.exec(5)). */
const journal: LogDestination | undefined = process.env.JOURNAL_STREAM
  ? { write: (line) => void process.stdout.write(withPriority(line)) }
  : undefined

const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions.url,
  address: request.ip,
})

/** pino's usual serializer also writes an error's own properties; a database driver puts rows and parameters there. */
const describeError = (error: Error & { code?: unknown }) => ({
  type: error.name,
  code: typeof error.code === 'string' ? error.code : undefined,
  message: error.message,
  stack: error.stack ?? '',
})
