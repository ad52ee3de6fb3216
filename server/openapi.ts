import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FastifySchema, RouteOptions } from 'fastify'
import { z } from 'zod'
import { exampleOf } from '#contract/endpoint.schema.ts'
import { fullPathOf, isKeyed, KEY_HEADER } from '#contract/endpoint.ts'
import { operations } from '#contract/operations.ts'
import { writeKeySchema } from '#contract/outcomes.calls.ts'
import { entityTag, isKnown, notModified } from '#server/entity-tag.ts'
import type { Api } from '#server/operation.ts'

const JSON_TYPE = 'application/json'

/** Security scheme of a document for logged-in callers. */
export const bearerScheme = { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } }

/** An operation as in OpenAPI 3.1 §4.8.10. */
export interface DescribedOperation {
  operationId: string
  tags: string[]
  summary: string | undefined
  security: readonly object[]
  parameters: object[]
  requestBody?: object
  responses: Record<string, { description: string; headers?: object; content?: Record<string, object> }>
}

interface Description {
  title: string
  /** part of each path that the document states once, as its server */
  base?: string
  securitySchemes: object
  /** adds to an operation what its schemas do not say */
  complete?: (operation: DescribedOperation, method: string) => DescribedOperation
}

const byRoute = new Map(operations.map((one) => [`${one.call.method} ${fullPathOf(one.call)}`, one]))

const keyHeader = z.object({
  [KEY_HEADER]: writeKeySchema
    .optional()
    .describe('Drawn for this write alone: it is carried out once, and GET /outcomes/{key} says what became of it.'),
})

/** Bodies by their schema, since operations share most of their refusals. */
type KnownBodies = Map<z.ZodType, object>

/** Describes a route of the contract; undefined for any other. */
function describeRoute({ method, url, schema = {} }: RouteOptions, known: KnownBodies): DescribedOperation | undefined {
  const operation = byRoute.get(`${method} ${url}`)
  if (!operation) return undefined
  const { params, querystring, body, response, summary, security = [] } = schema as RouteSchema
  const isGuarded = security.some((scheme) => 'bearer' in scheme)
  return {
    operationId: operation.name,
    tags: [operation.subject],
    summary,
    security,
    parameters: [
      ...parametersIn('query', querystring),
      ...parametersIn('path', params),
      ...parametersIn('header', isGuarded && isKeyed(operation.call) ? keyHeader : undefined),
    ],
    ...(body && { requestBody: { required: true, content: { [JSON_TYPE]: describeBody(body, 'input') } } }),
    responses: Object.fromEntries(
      Object.entries(response).map(([status, reply]) => {
        const described = known.get(reply) ?? describeBody(reply, 'output')
        known.set(reply, described)
        const content = { [mediaTypeOf(reply)]: described }
        return [status, { description: reply.description ?? 'Default Response', content }]
      }),
    ),
  }
}

/** A route's schema, as `operation` makes it. */
interface RouteSchema extends FastifySchema {
  params?: z.ZodType
  querystring?: z.ZodType
  body?: z.ZodType
  response: Record<string, z.ZodType>
  summary?: string
}

type JsonSchema = z.core.JSONSchema.BaseSchema

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return made
}

function parametersIn(place: 'query' | 'path' | 'header', schema: z.ZodType | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input')
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, { description, ...described }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: described,
  }))
}

/** A schema with its example, or with one for each reason of a refusal (contract/refusals.schema.ts). */
function describeBody(schema: z.ZodType, io: 'input' | 'output'): object {
  const { 'x-examples': examples, ...described } = jsonSchemaOf(schema, io)
  return { schema: described, ...(examples === undefined ? { example: exampleOf(schema) } : { examples }) }
}

/** A schema alone cannot express that a reply is text or a file instead of JSON; see `fileSchema` in contract/endpoint.schema.ts. */
function mediaTypeOf(reply: z.ZodType): string {
  if (!(reply instanceof z.ZodString)) return JSON_TYPE
  const mediaType = reply.meta()?.contentMediaType
  return typeof mediaType === 'string' ? mediaType : 'text/plain'
}

const compress = promisify(gzip)
const expand = promisify(gunzip)

/**
 * Serves the OpenAPI description of the routes that `app` gets after this, at GET `path`. Anybody may request these two MB, so they
 * are made once, when somebody first asks, and kept compressed; clients that have them get a 304. Each route is described in a
 * turn of the event loop of its own: all of them take as long as thousands of replies.
 */
export function serveDescription(app: Api, path: string, description: Description): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  let described: ReturnType<typeof describeRoutes> | undefined
  // One buffer for all who can't expand it themselves: each reply that is not read yet would hold two MB of its own.
  let expanded: Promise<Buffer> | undefined

  app.get(path, async (request, reply) => {
    described ??= describeRoutes(routes, description)
    const { tag, compressed } = await described
    // It contains no personal data.
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (isKnown(request, tag)) return notModified(reply, `W/${tag}`)
    reply.header('etag', `W/${tag}`).type(`${JSON_TYPE}; charset=utf-8`)
    if (!/\bgzip\b(?!\s*;\s*q=0)/.test(request.headers['accept-encoding'] ?? '')) {
      expanded ??= expand(compressed)
      return expanded
    }
    return reply.header('content-encoding', 'gzip').send(compressed)
  })
}

async function describeRoutes(
  routes: readonly RouteOptions[],
  { title, base = '', securitySchemes, complete = (operation) => operation }: Description,
) {
  const bodies: KnownBodies = new Map()
  const paths: Record<string, Record<string, DescribedOperation>> = {}
  for (const route of routes) {
    const operation = describeRoute(route, bodies)
    if (!operation) continue
    const method = String(route.method)
    const path = route.url.slice(base.length).replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: complete(operation, method) }
    await nextTurn()
  }
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    ...(base !== '' && { servers: [{ url: base }] }),
    components: { securitySchemes },
    paths,
  })
  return { tag: entityTag(text), compressed: await compress(text) }
}
