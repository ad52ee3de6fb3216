/** Kinds of refusals below /oeapi: of the token endpoint (RFC 6749 §5.2), and of the problems of everything else. */
export const refusalKinds = [
  'invalid_client',
  'invalid_scope',
  'invalid_request',
  'unsupported_grant_type',
  'unauthorized',
  'forbidden',
  'bad-request',
  'not-found',
  'method-not-allowed',
  'version-not-acceptable',
  'conflict',
  'payload-too-large',
  'unsupported-media-type',
  'unprocessable',
  'too-many-requests',
  'internal-error',
  'unavailable',
] as const
export type RefusalKind = (typeof refusalKinds)[number]
