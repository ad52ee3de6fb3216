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
      ...(destination && { stream: destination }),
    },
    // Successes are counted, not logged: a line a request costs more than many a request itself.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(trustedProxies),
    requestIdHeader: false,
  }
}

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
