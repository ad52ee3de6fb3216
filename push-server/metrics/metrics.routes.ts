import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#database/engine/open-database.ts'
import { Problem } from '#server/problem.ts'
import type { PushMetrics } from './push-metrics.ts'
import { queueLines } from './queue-lines.ts'

export interface MetricsOptions {
  database: Database
  metrics: PushMetrics
  openBreakers: () => string[]
  /** ms since the epoch */
  clock: () => number
}

/** For Prometheus on this machine: to anybody else there is no such page. It is not under /push, so no proxy passes it on. */
export function metricsRoutes(app: FastifyInstance, { database, metrics, openBreakers, clock }: MetricsOptions): void {
  app.get('/metrics', async (request, reply) => {
    if (!isLoopback(request.socket.remoteAddress ?? '')) throw new Problem('not-found')
    const lines = [...metrics.lines(), ...(await queueLines(database.kysely, clock())), ...breakerLines(openBreakers())]
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return `${lines.join('\n')}\n`
  })
}

const isLoopback = (address: string): boolean => isIP(address) !== 0 && /^(127\.|::1$|::ffff:127\.)/.test(address)

const breakerLines = (origins: readonly string[]): string[] => [
  '# HELP push_breaker_open Push services that fail, and are left alone for a while.',
  '# TYPE push_breaker_open gauge',
  ...origins.map((origin) => `push_breaker_open{origin="${origin}"} 1`),
]
