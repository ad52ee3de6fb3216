import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { derivedKey } from '#server/keys.ts'

/*
 * Where a page ended, as a `next` link carries it. The next page begins behind that row, whatever was added or removed since, in
 * any process. Sealed, so that it reveals no id of ours and works only for the list that it comes from.
 */

/** Values of a row in the columns by which its list is ordered. */
export type Place = readonly (number | string)[]

const placeSchema = z.array(z.union([z.number(), z.string()]))

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Positions {
  /** `of`: the list for which the position is valid, see `read` */
  write(place: Place, of: string): string
  /** undefined unless it was written for this `of` */
  read(position: string, of: string): Place | undefined
}

export function createPositions(key: Buffer): Positions {
  const sealing = createSecretKey(derivedKey(key, 'oeapi position'))
  return {
    write: (place, of) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, sealing, nonce).setAAD(Buffer.from(of))
      const sealed = Buffer.concat([cipher.update(JSON.stringify(place)), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    read: (position, of) => {
      const bytes = Buffer.from(position, 'base64url')
      if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined
      const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
      const opening = createDecipheriv(CIPHER, sealing, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(of))
        .setAuthTag(rest.subarray(0, TAG_BYTES))
      try {
        const text = Buffer.concat([opening.update(rest.subarray(TAG_BYTES)), opening.final()]).toString()
        return placeSchema.parse(JSON.parse(text))
      } catch {
        return undefined
      }
    },
  }
}
