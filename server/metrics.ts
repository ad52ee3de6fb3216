import { once } from 'node:events'
import { createServer } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the reply lasts for hours, so its duration is not measured */
    lasting?: boolean
  }
}

/** limits of the buckets in s; the goal in the opening storm is 0.5 s */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Label of all paths without a route, so that invented paths never become labels. */
const UNMATCHED = 'unmatched'

/**
 * Measures each request of `app`, from its head to the end of its reply, labelled by its route's pattern, since paths contain
 * ids and keys. If the client hangs up first the status is 499, as in nginx. Call it before other hooks are added.
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
  const help = 'Requests that are not answered yet, with the streams that stay open.'
  gaugesIn(registry).gauge('http_requests_in_flight', help, () => inFlight)

  app.addHook('onRequest', (request, { raw }, done) => {
    const began = performance.now()
    const { url: route = UNMATCHED, config } = request.routeOptions
    inFlight += 1
    // The event comes once; `once` would double the cost of the listener.
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

type Reading<Value> = () => Value | Promise<Value>

/** Makes gauges that are read when the page of metrics is requested. */
export function gaugesIn(registry: Registry) {
  const registers = [registry]
  return {
    /** One value; it is not on the page while it is undefined. */
    gauge(name: string, help: string, read: Reading<number | undefined>): void {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = await read()
          if (value === undefined) this.remove()
          else this.set(value)
        },
      })
    },

    /** A value for each value of a label that is read. */
    gaugeBy(
      label: string,
      name: string,
      help: string,
      read: Reading<Iterable<readonly [of: string, value: number]>>,
    ): void {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          const values = await read()
          this.reset()
          for (const [of, value] of values) this.set({ [label]: of }, value)
        },
      })
    },
  }
}

interface MetricsAddress {
  /** undefined serves nothing */
  port: number | undefined
  host: string
}

/**
 * Serves GET /metrics for Prometheus on a port of its own, since proxied requests come from the same machine and could not be
 * distinguished by address. A port in use is logged, and the rest runs on. Resolves to a function that stops it.
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
 * Shares one call of `read` between all callers until it answers: a page of metrics needs several values of it. A failure
 * resolves to undefined, and only these values are missing from the page.
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
