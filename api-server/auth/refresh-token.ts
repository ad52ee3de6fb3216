import { createHash, createHmac, randomBytes } from 'node:crypto'

/** 256 random bits, base64url. Only its hash is stored. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps: the token has too many bits to be guessed from its hash, so no slow hash is needed. */
export const refreshTokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Derived rather than drawn, so that a reply that was lost on its way can be given again without storing the token. */
export const successorOf = (token: string, key: Buffer): string =>
  createHmac('sha256', key).update(token).digest('base64url')
