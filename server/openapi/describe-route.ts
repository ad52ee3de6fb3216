import type { SwaggerTransform } from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { withExamples } from './with-examples.ts'

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
