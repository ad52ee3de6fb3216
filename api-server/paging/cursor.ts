import type { z } from 'zod'
import { Problem } from '#server/problem.ts'

/** Where the next page begins: the sort key of the last row shown. Opaque to clients, and no secret. */
export const writeCursor = (key: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/** Throws `request-malformed` on what `writeCursor` did not write. */
export function readCursor<Key extends z.ZodType>(cursor: string | undefined, key: Key): z.infer<Key> | undefined {
  if (cursor === undefined) return undefined
  try {
    return key.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Problem('request-malformed')
  }
}
