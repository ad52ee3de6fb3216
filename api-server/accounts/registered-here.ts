import { ACTIVATION_HOURS, linkKeyOf, nonceOfLinkKey } from '#api-server/facts/link-key.ts'
import type { KeyRing } from '#server/keys.ts'

const NAME = 'registered-here'

/**
 * Header with a cookie that marks this browser as the one that made a registration: only here does its link activate with the
 * password chosen then. Every reply to registering has one; for an address with an account it names no registration.
 * SameSite=Lax, since a letter links here from another site. Without the link it opens nothing.
 */
export function rememberRegistration(ring: KeyRing, nonce: string, publicUrl: string): string {
  return cookieOf(linkKeyOf(ring, 'registered-here', nonce), ACTIVATION_HOURS * 3_600, publicUrl)
}

export const forgetRegistration = (publicUrl: string): string => cookieOf('', 0, publicUrl)

function cookieOf(key: string, seconds: number, publicUrl: string): string {
  const value = `${key}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
  return publicUrl.startsWith('https:') ? `__Host-${NAME}=${value}; Secure` : `${NAME}=${value}`
}

/** Nonce of the last registration in this browser; undefined if there is none, or the cookie is not ours. */
export function registrationMadeHere(ring: KeyRing, cookies: string | undefined): string | undefined {
  const [, key] = COOKIE.exec(cookies ?? '') ?? []
  return key === undefined ? undefined : nonceOfLinkKey(ring, 'registered-here', key)
}

const COOKIE = new RegExp(`(?:^|; ?)(?:__Host-)?${NAME}=([\\w-]{65})(?:;|$)`)
