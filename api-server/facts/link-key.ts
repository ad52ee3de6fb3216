import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { INVITATION_DAYS } from '#domain/accounts/account.rules.ts'
import type { KeyRing } from '#server/keys.ts'

/** Purpose of a link; a key for one purpose is invalid for another. */
export type LinkPurpose =
  | 'activation'
  | 'password-reset'
  | 'second-factor'
  /** no link: the cookie of the device that made a registration (registered-here.ts) */
  | 'registered-here'

/** 128 random bits, base64url: what the database keeps of a link. */
export const newLinkNonce = (): string => randomBytes(16).toString('base64url')

/** The last part of a link: its nonce, by which it is found, and 256 bits that only the key ring can derive. */
export const linkKeyOf = ([newest]: KeyRing, purpose: LinkPurpose, nonce: string): string =>
  nonce + proofOf(newest, purpose, nonce)

/** The nonce of a key that this ring made; undefined for any other text. */
export function nonceOfLinkKey(ring: KeyRing, purpose: LinkPurpose, key: string): string | undefined {
  const [, nonce, proof] = /^([\w-]{22})([\w-]{43})$/.exec(key) ?? []
  if (nonce === undefined || proof === undefined) return undefined
  const given = Buffer.from(proof)
  // Compared as text: four texts stand for the same 256 bits, and only one of them was ever in a letter.
  return ring.some((link) => timingSafeEqual(Buffer.from(proofOf(link, purpose, nonce)), given)) ? nonce : undefined
}

const proofOf = (key: Buffer, purpose: LinkPurpose, nonce: string): string =>
  createHmac('sha256', key).update(`${purpose} ${nonce}`).digest('base64url')

/** Decision 17. */
export const ACTIVATION_HOURS = 72
export const RESET_MINUTES = 60

/**
 * Letters of a kind (registering, a new password) to one mailbox in an hour that somebody at one address can ask for; one
 * server counts them. Who asks for more gets the usual answer, and no letter: by any of those that came its owner gets in.
 */
export const LETTERS_AN_HOUR = 5

/** The same from all addresses together; the database counts these, for all servers. */
export const LETTERS_OF_ALL_AN_HOUR = 20

/** Letters to one mailbox in an hour that an account still waits for its activation. */
export const REMINDERS_AN_HOUR = 5

/** How long an account waits that only registering made, from its last letter on. */
const REGISTRATION_DAYS = 30

/** `now` in ms since the epoch; ISO instants. */
export const activationExpiry = (now: number): string => new Date(now + ACTIVATION_HOURS * 3_600_000).toISOString()
export const invitationExpiry = (now: number): string => new Date(now + INVITATION_DAYS * 86_400_000).toISOString()
export const registrationEnd = (now: number): string => new Date(now + REGISTRATION_DAYS * 86_400_000).toISOString()
export const resetExpiry = (now: number): string => new Date(now + RESET_MINUTES * 60_000).toISOString()
