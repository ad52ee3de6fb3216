import type { FastifyInstance } from 'fastify'
import { Gauge, Histogram, type Registry } from 'prom-client'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer goes on for hours, which is no latency. */
    lasting?: boolean
  }
}

/** s; the opening storm's goal is half a second */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What was asked for where no route is: an address that somebody made up must not become a label. */
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
