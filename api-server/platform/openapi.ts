import { API_BASE } from '#contract/endpoint.ts'
import { bearerScheme, type DescribedOperation } from '#server/openapi.ts'

const ifNoneMatch = {
  name: 'if-none-match',
  in: 'header',
  required: false,
  description: 'The ETag of the reply that you have.',
  schema: { type: 'string' },
}
const etag = {
  description: 'Stands for this reply: send it back as If-None-Match.',
  schema: { type: 'string' },
}
const unchanged = { description: 'What you have is what you would get.', headers: { etag } }

/** Adds the tag of replies (tag-replies.ts), for GET with a token. */
function withTags(operation: DescribedOperation, method: string): DescribedOperation {
  const { security, parameters, responses } = operation
  const read = responses[200]
  if (method !== 'GET' || security.length === 0 || !read?.content?.['application/json']) return operation
  return {
    ...operation,
    parameters: [...parameters, ifNoneMatch],
    responses: { ...responses, 200: { ...read, headers: { etag } }, 304: unchanged },
  }
}

/** Security scheme of a device without an account, see api-server/presence/presence.rationale.md. */
const invigilatorScheme = { invigilator: { type: 'http', scheme: 'Invigilator' } }

export const apiDescription = {
  title: 'Wiskunde inschrijven',
  base: API_BASE,
  securitySchemes: { ...bearerScheme, ...invigilatorScheme },
  complete: withTags,
}
