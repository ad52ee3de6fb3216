import type { SwaggerTransform } from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { API_BASE } from '#contract/endpoint.ts'
import { withExamples } from './openapi-examples.ts'
import { withTags } from './openapi-tags.ts'

/** What /api/v1/openapi.json says besides what each route tells of itself. */
export const openApi = {
  openapi: '3.1.0',
  info: { title: 'Wiskunde inschrijven', version: '1' },
  servers: [{ url: API_BASE }],
  components: { securitySchemes: { bearer: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'JWT' } } },
}

/** From zod to JSON Schema. A reply that is a text or a file is no JSON, which a schema of it alone does not say. */
export const describeRoute: SwaggerTransform = (route) => {
  const method = String(route.route.method)
  const { schema, url } = jsonSchemaTransform({
    ...route,
    schema: withTextReplies(withExamples(route.schema, method, route.url)),
  })
  return { schema: withTags(schema, method), url }
}

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
