import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SwaggerTransform } from '@fastify/swagger'
import type { FastifySchema, RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { exampleOf } from '#contract/endpoint.schema.ts'
import { fullPathOf, isKeyed, KEY_HEADER } from '#contract/endpoint.ts'
import { operations } from '#contract/operations.ts'
import { writeKeySchema } from '#contract/outcomes.calls.ts'
import { entityTag, isKnown, notModified } from '#server/entity-tag.ts'
import type { Api } from '#server/operation.ts'

/** Version of OpenAPI of both documents. */
export const OPENAPI = '3.1.0'

/** Security scheme of a document for logged-in callers. */
export const bearerScheme = { bearer: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'JWT' } }

/** Converts zod to JSON Schema. A schema alone cannot express that a reply is text or a file instead of JSON. */
export const describeRoute: SwaggerTransform = (given) => {
  const { route, schema, url } = given
  const made = ahead.get(route)
  ahead.delete(route)
  return (
    made ?? jsonSchemaTransform({ ...given, schema: withTextReplies(withExamples(schema, String(route.method), url)) })
  )
}

/** Routes that are described, and that the document has not taken up yet. */
const ahead = new WeakMap<RouteOptions, ReturnType<SwaggerTransform>>()

function withTextReplies(schema: FastifySchema): FastifySchema {
  const replies = Object.entries(schema?.response ?? {}).map(([status, reply]) => [
    status,
    reply instanceof z.ZodString ? withMediaType(reply) : reply,
  ])
  return { ...schema, ...(replies.length > 0 && { response: Object.fromEntries(replies) }) }
}

/** See `fileSchema` in contract/endpoint.schema.ts. */
function withMediaType(reply: z.ZodString) {
  const mediaType = reply.meta()?.contentMediaType
  if (typeof mediaType !== 'string') return { description: 'text', content: { 'text/plain': { schema: reply } } }
  return { description: 'file', content: { [mediaType]: { schema: reply } } }
}

const byRoute = new Map(operations.map((one) => [`${one.call.method} ${fullPathOf(one.call)}`, one]))

const keyHeader = z.object({
  [KEY_HEADER]: writeKeySchema
    .optional()
    .describe('Drawn for this write alone: it is carried out once, and GET /outcomes/{key} says what became of it.'),
})

/** Adds a name, a group and an example to all schemas, for the OpenAPI document. */
function withExamples(schema: FastifySchema, method: string, url: string): FastifySchema {
  const operation = byRoute.get(`${method} ${url}`)
  if (!operation) return schema
  const isGuarded = schema.security?.some((scheme) => 'bearer' in scheme)
  const replies = Object.entries(Object(schema.response)).map(([status, reply]) => [status, withExample(reply)])
  return {
    ...schema,
    ...(isGuarded && isKeyed(operation.call) && { headers: keyHeader }),
    ...(schema.body !== undefined && { body: withExample(schema.body) }),
    response: Object.fromEntries(replies),
    operationId: operation.name,
    tags: [operation.subject],
  }
}

function withExample(schema: unknown): unknown {
  if (!(schema instanceof z.ZodType) || schema.meta()?.['x-examples'] !== undefined) return schema
  return schema.meta({ ...schema.meta(), examples: [exampleOf(schema)] })
}

/**
 * Serves the OpenAPI description of `app`, which has @fastify/swagger, at GET `path`. Anybody may request these hundreds of kB,
 * so they are made once and shared by all replies, and clients that have them get a 304. Routes are described one in a turn of the
 * event loop, which is most of the work.
 */
export function serveDescription(app: Api, path: string): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    // Fastify adds a HEAD to each GET, which the document leaves out.
    if (route.method !== 'HEAD') routes.push(route)
  })
  let made: Promise<{ tag: string; bytes: Buffer }> | undefined
  const make = async () => {
    for (const route of routes) {
      const { schema = {}, url } = route
      ahead.set(route, describeRoute({ schema, url, route, openapiObject: { openapi: OPENAPI } }))
      await nextTurn()
    }
    const text = JSON.stringify(app.swagger())
    return { tag: entityTag(text), bytes: Buffer.from(text) }
  }

  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    made ??= make()
    const { tag, bytes } = await made
    // It contains no personal data.
    reply.header('cache-control', 'no-cache')
    if (isKnown(request, tag)) return notModified(reply, tag)
    return reply.header('etag', tag).type('application/json; charset=utf-8').send(bytes)
  })
}
