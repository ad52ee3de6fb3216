import { ECDH } from 'node:crypto'
import type { PushSubscriptionData } from '#domain/push/push.schema.ts'
import { isPushEndpoint } from '#domain/push/subscribing.rules.ts'
import type { Addressee, PushContext } from '#push-server/context.ts'
import { Problem } from '#server/problem.ts'

/** Reads a browser's subscription and checks that pushes can be sent to it. Throws `SubscribingRefusal`s. */
export function readSubscription(
  { endpoint, keys, vapid_key }: PushSubscriptionData,
  { vapid, testOrigins }: Pick<PushContext, 'vapid' | 'testOrigins'>,
): Addressee {
  if (!readEndpoint(endpoint, testOrigins)) throw new Problem('push-endpoint-unknown')
  if (!isPointOfCurve(keys.p256dh)) throw new Problem('push-keys-unusable')
  if (!vapid.find(vapid_key)) throw new Problem('push-vapid-key-unknown')
  return { endpoint, ...keys, vapid_key }
}

/** Whether this is a point of the curve: encrypting for another would fail at each attempt to send. */
function isPointOfCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'hex', 'compressed')
    return true
  } catch {
    return false
  }
}

/**
 * Address of a subscription, or null if our server may not post to it. It must be in the parser's normal form, as all browsers
 * send it: an address that two parsers read differently is refused. `testOrigins` allows a push service of the tests on this
 * machine (see `PUSH_TEST_ORIGIN`); empty in production.
 */
export function readEndpoint(text: string, testOrigins: readonly string[] = []): URL | null {
  const url = URL.parse(text)
  if (!url || url.href !== text) return null
  return isPushEndpoint(url) || testOrigins.includes(url.origin) ? url : null
}
