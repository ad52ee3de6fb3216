import { createHmac, timingSafeEqual } from 'node:crypto'
import { newLinkNonce } from '#api-server/facts/link-key.ts'
import type { KeyRing } from '#server/keys.ts'

const NAME = 'known-device'

/** About 13 months, the longest that browsers keep a cookie; renewed by each login. */
const COOKIE_LIFETIME_SECONDS = 400 * 86_400

/**
 * Header with a cookie that marks this browser as one that logged in to this account. It grants no access: its holder is just
 * not delayed by other people's attempts. Scripts can't read it, and other hosts of the school can't set it over https
 * (`__Host-`, which requires the root path).
 */
export function knowDevice(ring: KeyRing, username: string, publicUrl: string): string {
  const nonce = newLinkNonce()
  const value = `${nonce}${proofOf(ring[0], username, nonce)}; Path=/; Max-Age=${COOKIE_LIFETIME_SECONDS}; HttpOnly; SameSite=Strict`
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
