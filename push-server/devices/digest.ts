import { createHash } from 'node:crypto'

/** SHA-256, base64url: an endpoint or a secret of 256 bits needs no salt, and can be looked up by this. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
