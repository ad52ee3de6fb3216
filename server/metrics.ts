import { once } from 'node:events'
import { createServer } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer goes on for hours, which is no latency. */
    lasting?: boolean
  }
}

/** s; the opening storm's goal is half a second */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Label for addresses without a route: an address that somebody made up must not become a label. */
const UNMATCHED = 'unmatched'

/**
 * Measures each request of `app`, from its head to the end of its answer, by the pattern of its route: addresses hold
 * ids and keys. Who hangs up first counts with status 499, as nginx writes it. Call it before any other hook is added.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  let inFlight = 0
  const registers = [registry]
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the head of a request until its answer was sent.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are not answered yet, with the streams that stay open.',
    registers,
    collect() {
      this.set(inFlight)
    },
  })

  app.addHook('onRequest', (request, { raw }, done) => {
    const began = performance.now()
    const { url: route = UNMATCHED, config } = request.routeOptions
    inFlight += 1
    // It comes once, and `once` itself costs as much again.
    raw.on('close', () => {
      inFlight -= 1
      if (config?.lasting && raw.statusCode === 200) return
      const status = raw.writableEnded ? raw.statusCode : 499
      durations.observe(
        { method: route === UNMATCHED ? UNMATCHED : request.method, route, status },
        (performance.now() - began) / 1_000,
      )
    })
    done()
  })
}

interface MetricsAddress {
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

/**
 * `read`, asked once for all that ask for it before it answers: a page of metrics asks for several figures at once. A
 * failure gives undefined: what cannot be read is left out, and the rest of the page stands.
 */
export function sharedReading<Value>(read: () => Promise<Value>): () => Promise<Value | undefined> {
  let reading: Promise<Value | undefined> | undefined
  return () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
}
