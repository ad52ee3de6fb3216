import type { SwaggerTransform } from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { API_BASE } from '#contract/endpoint.ts'
import { bearerScheme, describeRoute, OPENAPI } from '#server/openapi.ts'

const etag = { type: 'string', description: 'Stands for this reply: send it back as If-None-Match.' }
const ifNoneMatch = { type: 'string', description: 'The ETag of the reply that you have.' }
const unchanged = { type: 'null', description: 'What you have is what you would get.', headers: { etag } }

/** Adds the tag of replies (tag-replies.ts) to the OpenAPI document, for GET with a token. `schema` is JSON Schema. */
function withTags(schema: FastifySchema, method: string): FastifySchema {
  const replies: Record<string, object> = Object(schema.response)
  const read = replies[200]
  if (method !== 'GET' || !schema.security?.length || !read || 'content' in read) return schema
  return {
    ...schema,
    headers: { type: 'object', properties: { 'if-none-match': ifNoneMatch } },
    response: { ...replies, 200: { ...read, headers: { etag } }, 304: unchanged },
  }
}

/** Security scheme of a device without an account, see api-server/presence/presence.rationale.md. */
const invigilatorScheme = { invigilator: { type: 'http' as const, scheme: 'Invigilator' } }

export const openApi = {
  openapi: OPENAPI,
  info: { title: 'Wiskunde inschrijven', version: '1' },
  servers: [{ url: API_BASE }],
  components: { securitySchemes: { ...bearerScheme, ...invigilatorScheme } },
}

export const describeTaggedRoute: SwaggerTransform = (route) => {
  const { schema, url } = describeRoute(route)
  return { schema: withTags(schema, String(route.route.method)), url }
}
