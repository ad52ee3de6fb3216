import type { SwaggerTransform } from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { exampleOf } from '#contract/endpoint.schema.ts'
import { fullPathOf, isKeyed, KEY_HEADER } from '#contract/endpoint.ts'
import { operations } from '#contract/operations.ts'
import { writeKeySchema } from '#contract/outcomes.calls.ts'
import { entityTag, isKnown, notModified } from '#server/entity-tag.ts'
import type { Api } from '#server/operation.ts'

/** Security scheme of a document for logged-in callers. */
export const bearerScheme = { bearer: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'JWT' } }

/** Converts zod to JSON Schema. A schema alone cannot express that a reply is text or a file instead of JSON. */
export const describeRoute: SwaggerTransform = (route) =>
  jsonSchemaTransform({
    ...route,
    schema: withTextReplies(withExamples(route.schema, String(route.route.method), route.url)),
  })

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
 * so they are made once and shared by all replies, and clients that have them get a 304.
 */
export function serveDescription(app: Api, path: string): void {
  let made: { tag: string; bytes: Buffer } | undefined
  const make = () => {
    const text = JSON.stringify(app.swagger())
    return { tag: entityTag(text), bytes: Buffer.from(text) }
  }

  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    made ??= make()
    // It contains no personal data.
    reply.header('cache-control', 'no-cache')
    if (isKnown(request, made.tag)) return notModified(reply, made.tag)
    return reply.header('etag', made.tag).type('application/json; charset=utf-8').send(made.bytes)
  })
}
