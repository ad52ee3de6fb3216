import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { StatementWatch } from '#database/engine/open-database.ts'

/** Attributes of a span: never an id, an address or other personal data. */
export type SpanFacts = Record<string, string | number | boolean>

/** Span of a request that waits in a batch, to which the batch is linked. */
export type SpanOrigin = object | undefined

/**
 * Reports to an OpenTelemetry collector where requests spend their time. Undefined without a collector, so that nothing is made
 * or measured then: see tracing.rationale.md.
 */
export interface Tracing {
  /** Adds a span to each request of `app`. Call it before any other hook is added. */
  traceRequests(app: FastifyInstance): void
  /** Runs `work` in a span within the caller's. `outcome` derives attributes from the result. */
  span<Result>(
    name: string,
    facts: SpanFacts,
    work: () => Promise<Result>,
    outcome?: (result: Result) => SpanFacts,
  ): Promise<Result>
  /** Span of the caller, for a batch that it waits for. */
  origin(): SpanOrigin
  /** Runs a batch in a span within that of its first request, linked both ways with those of all its requests. */
  batch<Result>(name: string, origins: readonly SpanOrigin[], work: () => Promise<Result>): Promise<Result>
  /** Makes spans of transactions and statements within a request's span; none outside requests, such as for polling. */
  readonly statements: StatementWatch
  /** headers with which the next server continues the request's trace */
  headers(): IncomingHttpHeaders
  /** Sends remaining spans, for at most a second. */
  stop(): Promise<void>
}
