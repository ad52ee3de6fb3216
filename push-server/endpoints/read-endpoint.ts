import { isPushEndpoint } from '#domain/push/subscribing.rules.ts'

/**
 * The address of a subscription, or null where our server may not post. Written as the parser writes it, as every
 * browser does: what looks different to two readers is refused. `testOrigins` are for a push service of the tests' own,
 * on this machine (see `PUSH_TEST_ORIGIN`); empty in production.
 */
export function readEndpoint(text: string, testOrigins: readonly string[] = []): URL | null {
  const url = URL.parse(text)
  if (!url || url.href !== text) return null
  return isPushEndpoint(url) || testOrigins.includes(url.origin) ? url : null
}
