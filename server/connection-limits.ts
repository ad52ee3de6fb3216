import type { Server } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'

/** ms each */
export interface ConnectionLimits {
  /** for the head of a request, which fits in one packet */
  headers: number
  /** for all of a request: 64 KB in 30 s is what the slowest mobile network does (17 kbit/s) */
  request: number
  /** without a byte in either direction; who waits for news hears a sign of life more often */
  idle: number
  /** between requests; longer than the 60 s that web servers in front keep theirs, so that it is them who close */
  keepAlive: number
  /** how often it is looked who is late */
  look: number
}

const USUAL: ConnectionLimits = { headers: 15_000, request: 30_000, idle: 120_000, keepAlive: 72_000, look: 5_000 }

/** Whoever sends a byte now and then would otherwise hold a connection for good: Fastify switches Node's own limit off. */
export function connectionOptions(given: Partial<ConnectionLimits> = {}) {
  const { headers, request, idle, keepAlive, look } = { ...USUAL, ...given }
  return {
    requestTimeout: request,
    connectionTimeout: idle,
    keepAliveTimeout: keepAlive,
    http: { headersTimeout: headers, connectionsCheckingInterval: look },
  } satisfies FastifyHttpOptions<Server>
}
