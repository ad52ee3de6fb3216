import { ACTIVATION_HOURS, linkKeyOf, nonceOfLinkKey } from '#api-server/facts/link-key.ts'
import type { KeyRing } from '#server/keys.ts'

const NAME = 'registered-here'

/**
 * The header that makes this browser known as the one that made a registration, by its nonce: here its link activates with the
 * password that was chosen then. Every answer to registering has one; that of an address with an account names no registration.
 * Lax, since a letter leads here from another site. Without the link it opens nothing.
 */
export function rememberRegistration(ring: KeyRing, nonce: string, publicUrl: string): string {
  return cookieOf(linkKeyOf(ring, 'registered-here', nonce), ACTIVATION_HOURS * 3_600, publicUrl)
}

/** The header that takes it away, once the account is activated. */
export const forgetRegistration = (publicUrl: string): string => cookieOf('', 0, publicUrl)

function cookieOf(key: string, seconds: number, publicUrl: string): string {
  const value = `${key}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
  return publicUrl.startsWith('https:') ? `__Host-${NAME}=${value}; Secure` : `${NAME}=${value}`
}

/** The nonce of the registration that this browser made last; undefined for none, and for a cookie that is not ours. */
export function registrationMadeHere(ring: KeyRing, cookies: string | undefined): string | undefined {
  const [, key] = COOKIE.exec(cookies ?? '') ?? []
  return key === undefined ? undefined : nonceOfLinkKey(ring, 'registered-here', key)
}

const COOKIE = new RegExp(`(?:^|; ?)(?:__Host-)?${NAME}=([\\w-]{65})(?:;|$)`)
