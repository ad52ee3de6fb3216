import type { SwaggerTransform } from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { fullPathOf } from '#contract/endpoint.ts'
import { type ShownEndpoint, shownEndpoints } from '#contract/examples.ts'
import { detailedRefusals } from '#contract/reason.examples.ts'
import { reasonTexts } from '#contract/reason.texts.ts'
import { entityTag, isKnown, notModified } from '#server/entity-tag.ts'
import type { Api } from '#server/operation.ts'

/** What a document says of how to show that one is logged in. */
export const bearerScheme = { bearer: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'JWT' } }

/** From zod to JSON Schema. A reply that is a text or a file is no JSON, which a schema of it alone does not say. */
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

/** See `fileSchema` in contract/file.schema.ts. */
function withMediaType(reply: z.ZodString) {
  const mediaType = reply.meta()?.contentMediaType
  if (typeof mediaType !== 'string') return { description: 'text', content: { 'text/plain': { schema: reply } } }
  return { description: 'file', content: { [mediaType]: { schema: reply } } }
}

const byRoute = new Map(
  shownEndpoints.map((shown) => [`${shown.endpoint.method} ${fullPathOf(shown.endpoint)}`, shown]),
)

/** A name, a group and an example of everything that travels, for the OpenAPI document. */
function withExamples(schema: FastifySchema, method: string, url: string): FastifySchema {
  const shown = byRoute.get(`${method} ${url}`)
  if (!shown) return schema
  const replies = Object.entries(Object(schema.response)).map(([status, reply]) => [
    status,
    Number(status) < 400 ? withExample(reply, shown.reply) : withReasons(reply, shown, Number(status)),
  ])
  return {
    ...schema,
    ...(schema.body !== undefined && { body: withExample(schema.body, shown.body) }),
    response: Object.fromEntries(replies),
    operationId: shown.name,
    tags: [shown.resource],
  }
}

const withExample = (schema: unknown, example: unknown): unknown =>
  schema instanceof z.ZodType ? schema.meta({ ...schema.meta(), examples: [example] }) : schema

/** A refusal in words has examples of its own; one by a code shows each code that it may be. */
function withReasons(schema: unknown, { refusals }: ShownEndpoint, status: number): unknown {
  const inWords = refusals?.[status]
  if (inWords !== undefined) return withExample(schema, inWords)
  if (!(schema instanceof z.ZodObject)) return schema
  const { reason } = schema.shape
  if (!(reason instanceof z.ZodEnum)) return schema
  const detailed: Partial<Record<string, object>> = detailedRefusals
  const texts: Partial<Record<string, string>> = reasonTexts
  const examples = reason.options.map((code) => [
    code,
    { value: detailed[code] ?? { reason: code, message: texts[code] } },
  ])
  return schema.meta({ ...schema.meta(), 'x-examples': Object.fromEntries(examples) })
}

/**
 * GET `path` describes `app`, which has @fastify/swagger. Anybody may ask for these hundreds of kB, so they are made
 * once, all replies share them, and who has them already gets no more than a 304.
 */
export function serveDescription(app: Api, path: string): void {
  let made: { tag: string; bytes: Buffer } | undefined
  const make = () => {
    const text = JSON.stringify(app.swagger())
    return { tag: entityTag(text), bytes: Buffer.from(text) }
  }

  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    made ??= make()
    // It holds nobody's data.
    reply.header('cache-control', 'no-cache')
    if (isKnown(request, made.tag)) return notModified(reply, made.tag)
    return reply.header('etag', made.tag).type('application/json; charset=utf-8').send(made.bytes)
  })
}
