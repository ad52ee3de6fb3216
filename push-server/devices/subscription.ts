import { ECDH } from 'node:crypto'
import type { PushSubscriptionData } from '#domain/push/push.schema.ts'
import { isPushEndpoint } from '#domain/push/subscribing.rules.ts'
import type { Addressee, PushContext } from '#push-server/context.ts'
import { Problem } from '#server/problem.ts'

/**
 * Reads the subscription that a browser sent, once it is certain that something can be sent there. Throws
 * `SubscribingRefusal`s.
 */
export function readSubscription(
  { endpoint, keys, vapid_key }: PushSubscriptionData,
  { vapid, testOrigins }: Pick<PushContext, 'vapid' | 'testOrigins'>,
): Addressee {
  if (!readEndpoint(endpoint, testOrigins)) throw new Problem('push-endpoint-unknown')
  if (!isPointOfCurve(keys.p256dh)) throw new Problem('push-keys-unusable')
  if (!vapid.find(vapid_key)) throw new Problem('push-vapid-key-unknown')
  return { endpoint, ...keys, vapid_key }
}

/** Encrypting for any other point would fail at each attempt to send. */
function isPointOfCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'hex', 'compressed')
    return true
  } catch {
    return false
  }
}

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
