function refuse(): never {
  throw new Error(
    'A route with a schema must be registered where compilers are set (api-server/api.ts, push-server/routes.ts).',
  )
}

/**
 * In place of the validator and the serializer that Fastify brings along: both servers set their own for all routes with a
 * schema, and these would load a hundred modules at each start.
 */
export const noOwnCompilers = {
  schemaController: { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } },
}
