import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '#server/key-ring.ts'

/** What a link is for; a key for the one is none for the other. */
export type LinkPurpose = 'activation' | 'password-reset'

/** 128 random bits, base64url: what the database keeps of a link. */
export const newLinkNonce = (): string => randomBytes(16).toString('base64url')

/** The last part of a link: its nonce, by which it is found, and 256 bits that only the key ring can tell. */
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
