import { createECDH } from 'node:crypto'
import { join } from 'node:path'
import webPush from 'web-push'
import { readKeyRing } from '#server/keys.ts'

/** Key pair that identifies this server to push services (RFC 8292); base64url. */
interface VapidKey {
  /** 65 bytes, a point of P-256, which a browser gets to subscribe */
  publicKey: string
  privateKey: string
}

export interface VapidKeys {
  /** key for new subscriptions */
  newest: VapidKey
  /** Key pair of a public key; undefined once it was retired. */
  find(publicKey: string): VapidKey | undefined
}

/**
 * Reads the keys in DATA_DIR/keys/vapid, and makes the first. A subscription is bound to one key, so older keys stay until
 * everyone's app has started once and subscribed with the newest.
 */
export async function readVapidKeys(dataDir: string): Promise<VapidKeys> {
  const ring = await readKeyRing(join(dataDir, 'keys/vapid'), makePrivateKey)
  const [newest, ...older] = ring.map(pairOf)
  if (!newest) throw new Error('A key ring is never empty.')
  const byPublicKey = new Map([newest, ...older].map((key) => [key.publicKey, key]))
  return { newest, find: (publicKey) => byPublicKey.get(publicKey) }
}

const makePrivateKey = (): Buffer => Buffer.from(webPush.generateVAPIDKeys().privateKey, 'base64url')

function pairOf(privateKey: Buffer): VapidKey {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

const HOUR = 3_600_000

/** ms that a signature is valid, of the day that RFC 8292 allows: a push service's clock may be behind. */
const SIGNATURE_VALID_MS = 18 * HOUR
/** ms that a signed header is reused; after that it is still valid for six hours. */
const SIGNATURE_KEPT_MS = 12 * HOUR

/** Caches the Authorization header by origin and key of the subscription, since signing takes longer than encrypting. */
export function createVapidHeaders(subject: string, clock: () => number): (origin: string, key: VapidKey) => string {
  const signed = new Map<string, { header: string; at: number }>()
  return (origin, key) => {
    const place = `${key.publicKey} ${origin}`
    const now = clock()
    const known = signed.get(place)
    if (known && now - known.at < SIGNATURE_KEPT_MS && now >= known.at) return known.header
    const header = sign(origin, subject, key, now)
    signed.set(place, { header, at: now })
    return header
  }
}

const sign = (origin: string, subject: string, { publicKey, privateKey }: VapidKey, now: number): string =>
  webPush.getVapidHeaders(
    origin,
    subject,
    publicKey,
    privateKey,
    'aes128gcm',
    Math.floor((now + SIGNATURE_VALID_MS) / 1000),
  ).Authorization
