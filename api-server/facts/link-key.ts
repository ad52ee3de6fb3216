import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { INVITATION_DAYS } from '#domain/accounts/account.rules.ts'
import type { KeyRing } from '#server/keys.ts'

/** Purpose of a link; a key for one purpose is invalid for another. */
export type LinkPurpose =
  | 'activation'
  | 'password-reset'
  | 'second-factor'
  /** no link: the cookie of the device that made a registration (account.routes.ts) */
  | 'registered-here'

/** Nonce of a link, which the database stores: 128 random bits, base64url. */
export const newLinkNonce = (): string => randomBytes(16).toString('base64url')

/** Last part of a link: the nonce that identifies it, and 256 bits that only the key ring can derive. */
export const linkKeyOf = ([newest]: KeyRing, purpose: LinkPurpose, nonce: string): string =>
  nonce + proofOf(newest, purpose, nonce)

/**
 * Nonce of a key that this ring made; undefined for any other text. Mail programs take the sign behind a link for a part of it,
 * or break a long one with a space.
 */
export function nonceOfLinkKey(ring: KeyRing, purpose: LinkPurpose, key: string): string | undefined {
  const [, nonce, proof] = /^([\w-]{22})([\w-]{43})(?![\w-])/.exec(key.replace(/[\p{C}\p{Z}]+/gu, '')) ?? []
  if (nonce === undefined || proof === undefined) return undefined
  const given = Buffer.from(proof)
  // Compares texts: four base64url texts decode to the same 256 bits, and only one of them was ever in a letter.
  return ring.some((link) => timingSafeEqual(Buffer.from(proofOf(link, purpose, nonce)), given)) ? nonce : undefined
}

const proofOf = (key: Buffer, purpose: LinkPurpose, nonce: string): string =>
  createHmac('sha256', key).update(`${purpose} ${nonce}`).digest('base64url')

export const ACTIVATION_HOURS = 72
export const RESET_MINUTES = 60

/**
 * Most letters of one kind (registration or new password) to a mailbox per hour, requested from one network address; each
 * server counts separately. Above it the reply is the usual one but no letter is sent: any of the earlier letters lets its
 * owner in.
 */
export const LETTERS_PER_MAILBOX_AND_ADDRESS_PER_HOUR = 5

/** Most of these letters to a mailbox per hour from all network addresses; counted in the database, for all servers. */
export const LETTERS_PER_MAILBOX_PER_HOUR = 20

/** Most letters per hour to a mailbox that an account still waits for its activation. */
export const REMINDERS_AN_HOUR = 5

/** Days that an account made only by registering is kept after its last letter. */
const REGISTRATION_DAYS = 30

/** ISO instants at which an activation link, an invitation, a registration and a link for a new password expire. */
export const activationExpiry = (now: number): string => new Date(now + ACTIVATION_HOURS * 3_600_000).toISOString()
export const invitationExpiry = (now: number): string => new Date(now + INVITATION_DAYS * 86_400_000).toISOString()
export const registrationEnd = (now: number): string => new Date(now + REGISTRATION_DAYS * 86_400_000).toISOString()
export const resetExpiry = (now: number): string => new Date(now + RESET_MINUTES * 60_000).toISOString()
