import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { StatementWatch } from '#database/engine/open-database.ts'

/** Attributes of a span: never an id, an address or anything else of a person. */
export type SpanFacts = Record<string, string | number | boolean>

/** A request that waits for others: what its batch is linked to. */
export type SpanOrigin = object | undefined

/**
 * Reports where a request spends its time to a collector of OpenTelemetry. Where none is set there is no such object, so that
 * nothing is asked, made or measured: see tracing.rationale.md.
 */
export interface Tracing {
  /** A span for each request of `app`. Call it before any other hook is added. */
  traceRequests(app: FastifyInstance): void
  /** A span for `work`, within its caller's span. `outcome` is called with the result. */
  span<Result>(
    name: string,
    facts: SpanFacts,
    work: () => Promise<Result>,
    outcome?: (result: Result) => SpanFacts,
  ): Promise<Result>
  /** The caller's span, for a batch that it waits for. */
  origin(): SpanOrigin
  /** A span for a batch: within that of its first request, and linked both ways with those of all. */
  batch<Result>(name: string, origins: readonly SpanOrigin[], work: () => Promise<Result>): Promise<Result>
  /** Transactions and statements, within the span of who asks; what nobody asked for, such as looking for work, is none. */
  readonly statements: StatementWatch
  /** headers by which the next server knows the request that it belongs to */
  headers(): IncomingHttpHeaders
  /** Sends what is left, for a second at most. */
  stop(): Promise<void>
}
