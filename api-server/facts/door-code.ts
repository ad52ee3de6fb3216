import { createHmac, hash, type KeyObject } from 'node:crypto'

/** A student's code at a moment; a higher generation makes earlier codes invalid. */
export interface DoorCodeOf {
  user_id: number
  testmoment_id: number
  generation: number
}

const HALF = 16

/** The text in the student's picture: 128 bits, base64url. */
export const doorCode = (key: KeyObject, { user_id, testmoment_id, generation }: DoorCodeOf): string =>
  createHmac('sha256', key)
    .update(`door ${user_id} ${testmoment_id} ${generation}`)
    .digest()
    .subarray(0, HALF)
    .toString('base64url')

/** Hash by which a tablet recognises a code; it cannot be shown in place of the code. */
export const doorCodeHash = (key: KeyObject, of: DoorCodeOf): string =>
  hash('sha256', doorCode(key, of), 'buffer').subarray(0, HALF).toString('base64url')
