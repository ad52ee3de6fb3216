import type { SwaggerTransform } from '@fastify/swagger'
import { API_BASE } from '#contract/endpoint.ts'
import { bearerScheme, describeRoute } from '#server/openapi/describe-route.ts'
import { withTags } from './openapi-tags.ts'

/** What /api/v1/openapi.json says besides what each route tells of itself. */
export const openApi = {
  openapi: '3.1.0',
  info: { title: 'Wiskunde inschrijven', version: '1' },
  servers: [{ url: API_BASE }],
  components: { securitySchemes: bearerScheme },
}

export const describeTaggedRoute: SwaggerTransform = (route) => {
  const { schema, url } = describeRoute(route)
  return { schema: withTags(schema, String(route.route.method)), url }
}
