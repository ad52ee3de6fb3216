import { hash } from 'node:crypto'

/** Of SHA-256, in bytes. */
const BLOCK = 64
const DIGEST = 32

/**
 * HMAC-SHA-256 (RFC 2104) of these parts, by a key of at most a block: half the time of Node's own, which makes an object
 * of each key and of each HMAC, and a push takes five.
 */
export function hmac(key: Buffer, ...parts: readonly Buffer[]): Buffer {
  const inner = padded(
    key,
    0x36,
    parts.reduce((length, part) => length + part.length, 0),
  )
  let at = BLOCK
  for (const part of parts) at += part.copy(inner, at)
  const outer = padded(key, 0x5c, DIGEST)
  hash('sha256', inner, 'buffer').copy(outer, BLOCK)
  return hash('sha256', outer, 'buffer')
}

/** A block of the key, mixed with this byte, and room for what follows. */
function padded(key: Buffer, byte: number, room: number): Buffer {
  if (key.length > BLOCK) throw new RangeError('The key is longer than a block.')
  const block = Buffer.alloc(BLOCK + room, byte)
  for (const [index, value] of key.entries()) block[index] = value ^ byte
  return block
}
