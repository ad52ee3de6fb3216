import { createHmac, timingSafeEqual } from 'node:crypto'
import { newLinkNonce } from '#api-server/facts/link-key.ts'
import type { KeyRing } from '#server/keys.ts'

const NAME = 'known-device'

/** Some 13 months, the longest that browsers keep one; renewed by each login. */
const SECONDS = 400 * 86_400

/**
 * The header that makes this browser known as one that logged in to this account. It opens nothing: its holder is only
 * not held up by what others try. Out of reach of scripts, and over https of other hosts of the school too (`__Host-`, which
 * asks for the whole path).
 */
export function knowDevice(ring: KeyRing, username: string, publicUrl: string): string {
  const nonce = newLinkNonce()
  const value = `${nonce}${proofOf(ring[0], username, nonce)}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Strict`
  return publicUrl.startsWith('https:') ? `__Host-${NAME}=${value}; Secure` : `${NAME}=${value}`
}

/** Id of this device among those that logged in to this account; undefined for one that never did. */
export function knownDevice(ring: KeyRing, username: string, cookies: string | undefined): string | undefined {
  const [, nonce, proof] = COOKIE.exec(cookies ?? '') ?? []
  if (nonce === undefined || proof === undefined) return undefined
  const given = Buffer.from(proof)
  return ring.some((key) => timingSafeEqual(Buffer.from(proofOf(key, username, nonce)), given)) ? nonce : undefined
}

const COOKIE = new RegExp(`(?:^|; ?)(?:__Host-)?${NAME}=([\\w-]{22})([\\w-]{43})(?:;|$)`)

const proofOf = (key: Buffer, username: string, nonce: string): string =>
  createHmac('sha256', key).update(`${NAME} ${nonce} ${username}`).digest('base64url')
