import { once } from 'node:events'
import { createServer } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { collectDefaultMetrics, type Registry } from 'prom-client'

export interface MetricsAddress {
  /** without one nothing is served */
  port: number | undefined
  host: string
}

/**
 * GET /metrics for Prometheus, on a port of its own: a web server in front runs on this machine too, so that an address
 * says nothing of who asks. A port that cannot be had is logged and keeps nobody from enrolling. Resolves with what
 * ends it.
 */
export async function serveMetrics(
  registry: Registry,
  { port, host }: MetricsAddress,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Promise<() => Promise<void>> {
  if (port === undefined) return async () => undefined
  collectDefaultMetrics({ register: registry })
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return response.writeHead(404).end()
    response.setHeader('content-type', registry.contentType)
    response.end(await registry.metrics())
  })
  try {
    server.listen({ port, host })
    await once(server, 'listening')
    log.info({ address: server.address() }, 'metrics')
  } catch (error) {
    log.error({ err: error }, 'no metrics')
  }
  return async () => {
    server.close()
    server.closeAllConnections()
  }
}
