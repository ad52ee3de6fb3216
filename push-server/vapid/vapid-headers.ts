import webPush from 'web-push'
import type { VapidKey } from './vapid-keys.ts'

const HOUR = 3_600_000

/** A signature holds for half of the day that RFC 8292 allows, and goes out for the first half of that. */
const HOLDS = 12 * HOUR
const RENEWED = 6 * HOUR

/**
 * The Authorization header for a push service, by its origin and the key that a subscription knows. Signing takes longer
 * than encrypting, so it is done once for all who are there. `clock` in ms since the epoch.
 */
export function createVapidHeaders(subject: string, clock: () => number): (origin: string, key: VapidKey) => string {
  const signed = new Map<string, { header: string; at: number }>()
  return (origin, key) => {
    const place = `${key.publicKey} ${origin}`
    const now = clock()
    const known = signed.get(place)
    if (known && now - known.at < RENEWED && now >= known.at) return known.header
    const header = sign(origin, subject, key, now)
    signed.set(place, { header, at: now })
    return header
  }
}

const sign = (origin: string, subject: string, { publicKey, privateKey }: VapidKey, now: number): string =>
  webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm', Math.floor((now + HOLDS) / 1000))
    .Authorization
