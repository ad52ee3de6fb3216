import type { Server } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'

/** ms each */
export interface ConnectionLimits {
  /** for the head of a request, which fits in one packet */
  headers: number
  /** for all of a request: what a student sends fits in one packet, and a list of 2 MB takes 1.6 Mbit/s */
  request: number
  /** without a byte in either direction; who waits for news hears a sign of life more often */
  idle: number
  /** between requests; longer than the 60 s that web servers in front keep theirs, so that it is them who close */
  keepAlive: number
  /** how often it is looked who is late */
  look: number
}

const USUAL: ConnectionLimits = { headers: 10_000, request: 10_000, idle: 120_000, keepAlive: 72_000, look: 1_000 }

/** Whoever sends a byte now and then would otherwise hold a connection for good: Fastify switches Node's own limit off. */
export function connectionOptions(given: Partial<ConnectionLimits> = {}) {
  const { headers, request, idle, keepAlive, look } = { ...USUAL, ...given }
  return {
    requestTimeout: request,
    connectionTimeout: idle,
    keepAliveTimeout: keepAlive,
    // Judged by `refuseAmbiguous`, so that the refusal is ours.
    http: { headersTimeout: headers, connectionsCheckingInterval: look, requireHostHeader: false },
  } satisfies FastifyHttpOptions<Server>
}
