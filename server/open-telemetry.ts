import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { TracingConfig } from './config.ts'
import { listed } from './logging.ts'
import type { SpanFacts, Tracing } from './tracing.ts'

interface Options extends TracingConfig {
  service: string
  /** addresses or ranges whose `traceparent` is trusted */
  trusted: readonly string[]
}

/** ms for stopping; a process has 9 s in all */
const SHUTDOWN_MS = 1_000

/** Opens tracing; only this file loads OpenTelemetry. Nothing is global, so two servers in one process stay separate. */
export function openTracing({ url, headers, sampler, ratio, service, trusted }: Options): Tracing {
  let log: Pick<FastifyBaseLogger, 'warn'> | undefined
  const exporter = warningOnce(new OTLPTraceExporter({ url, headers }), () => log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('wiskunde')
  const propagator = new W3CTraceContextPropagator()
  const isTrusted = listed(trusted)
  const contexts = new AsyncLocalStorage<Context>()
  const here = () => contexts.getStore() ?? ROOT_CONTEXT

  /** Runs `work` within the span and ends it. A failure is recorded by its name only: messages contain data of the request. */
  const within = async <Result>(span: Span, parent: Context, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await contexts.run(trace.setSpan(parent, span), work)
    } catch (error) {
      fail(span, error instanceof Error ? error.name : 'unknown')
      throw error
    } finally {
      span.end()
    }
  }

  const traceRequests = (app: FastifyInstance) => {
    log = app.log
    const ofRequest = new WeakMap<object, Context>()
    app.addHook('onRequest', (request, { raw }, done) => {
      const { url: route = 'unmatched', config } = request.routeOptions
      if (config?.lasting || route.endsWith('/health/live') || route.endsWith('/health/ready')) return done()
      const parent = isTrusted(request.socket.remoteAddress ?? '')
        ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
        : ROOT_CONTEXT
      const attributes = { 'http.request.method': request.method, 'http.route': route }
      const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
      raw.on('close', () => {
        const status = raw.writableEnded ? raw.statusCode : 499
        span.setAttribute('http.response.status_code', status)
        if (status >= 500) fail(span, String(status))
        span.end()
      })
      const context = trace.setSpan(parent, span)
      ofRequest.set(request, context)
      contexts.run(context, done)
    })
    // A body arrives by events of the connection, which have no context of the request.
    app.addHook('preValidation', (request, _reply, done) => {
      const context = ofRequest.get(request)
      if (context) contexts.run(context, done)
      else done()
    })
  }

  return {
    traceRequests,
    span: async (name, facts, work, outcome) => {
      const parent = here()
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: facts }, parent)
      return within(span, parent, async () => {
        const result = await work()
        if (outcome) span.setAttributes(outcome(result))
        return result
      })
    },
    origin: () => trace.getSpan(here()),
    batch: (name, origins, work) => {
      const spans = origins.filter((origin): origin is Span => origin !== undefined && isRecorded(origin))
      const [first] = spans
      // The batch is sampled if one of its requests is: sampled by itself it would usually be missing from their traces.
      if (!first) return contexts.run(ROOT_CONTEXT, work)
      const parent = trace.setSpan(ROOT_CONTEXT, first)
      const links: Link[] = spans.slice(1).map((span) => ({ context: span.spanContext() }))
      const span = tracer.startSpan(name, { attributes: { 'batch.size': origins.length }, links }, parent)
      for (const one of spans) one.addLink({ context: span.spanContext() })
      return within(span, parent, work)
    },
    statements: {
      statement: (sql, ms, failed) => {
        const parent = here()
        if (!trace.getSpan(parent)) return
        const now = Date.now()
        const attributes: SpanFacts = { 'db.query.summary': summaryOf(sql) }
        const span = tracer.startSpan(
          summaryOf(sql),
          { kind: SpanKind.CLIENT, startTime: now - ms, attributes },
          parent,
        )
        if (failed) fail(span, 'statement')
        span.end(now)
      },
      transaction: (work) => {
        const parent = here()
        if (!trace.getSpan(parent)) return work()
        return within(tracer.startSpan('transaction', {}, parent), parent, work)
      },
    },
    headers: () => {
      const carrier: Record<string, string> = {}
      propagator.inject(here(), carrier, defaultTextMapSetter)
      return carrier
    },
    stop: async () => {
      const stopped = provider.shutdown().catch(() => undefined)
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, SHUTDOWN_MS).unref())])
    },
  }
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Whether the span is sampled. */
const isRecorded = (origin: object): origin is Span =>
  'spanContext' in origin && ((origin as Span).spanContext().traceFlags & TraceFlags.SAMPLED) !== 0

/** Summary like 'select enrollment': operation and table. The text of a statement is long and adds little. */
const summaryOf = (sql: string): string => {
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(sql)?.[1]
  return table ? `${verb} ${table}` : verb
}

/** Sampler for a value of OTEL_TRACES_SAMPLER. */
function samplerOf(name: TracingConfig['sampler'], ratio: number): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/** Logs once that the collector is unavailable, until it is back; requests do not wait for it. */
function warningOnce(
  exporter: OTLPTraceExporter,
  log: () => Pick<FastifyBaseLogger, 'warn'> | undefined,
): SpanExporter {
  let away = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed && !away)
          log()?.warn({ why: result.error?.name }, 'spans are not taken: OTEL_EXPORTER_OTLP_ENDPOINT')
        away = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  }
}
