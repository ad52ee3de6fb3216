import { createHmac, timingSafeEqual } from 'node:crypto'
import { API_BASE } from '#contract/endpoint.ts'
import { loginCheck } from '#contract/sessions.ts'
import type { KeyRing } from '#server/keys.ts'
import { newLinkNonce } from '../accounts/link-key.ts'

const NAME = 'known-device'

/** Some 13 months, the longest that browsers keep one; renewed by each login. */
const SECONDS = 400 * 86_400

/**
 * The header that makes this browser known as one that logged in to this account. It opens nothing: whoever has it is only
 * not held up by what others try. Sent to the login alone, and out of reach of scripts.
 */
export function knowDevice(ring: KeyRing, username: string, publicUrl: string): string {
  const nonce = newLinkNonce()
  const attributes = `Path=${API_BASE}${loginCheck.path}; Max-Age=${SECONDS}; HttpOnly; SameSite=Strict`
  return `${NAME}=${nonce}${proofOf(ring[0], username, nonce)}; ${attributes}${publicUrl.startsWith('https:') ? '; Secure' : ''}`
}

/** What tells this device apart from the others that logged in to this account; undefined for one that never did. */
export function knownDevice(ring: KeyRing, username: string, cookies: string | undefined): string | undefined {
  const [, nonce, proof] = COOKIE.exec(cookies ?? '') ?? []
  if (nonce === undefined || proof === undefined) return undefined
  const given = Buffer.from(proof)
  return ring.some((key) => timingSafeEqual(Buffer.from(proofOf(key, username, nonce)), given)) ? nonce : undefined
}

const COOKIE = new RegExp(`(?:^|; ?)${NAME}=([\\w-]{22})([\\w-]{43})(?:;|$)`)

const proofOf = (key: Buffer, username: string, nonce: string): string =>
  createHmac('sha256', key).update(`${NAME} ${nonce} ${username}`).digest('base64url')
