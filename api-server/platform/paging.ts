import type { z } from 'zod'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { Problem } from '#server/problem.ts'

/** Writes the cursor of the next page: the sort key of the last row shown. Opaque to clients, but not secret. */
export const writeCursor = (key: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/** Reads a cursor. Throws `request-malformed` if `writeCursor` did not write it. */
export function readCursor<Key extends z.ZodType>(cursor: string | undefined, key: Key): z.infer<Key> | undefined {
  if (cursor === undefined) return undefined
  try {
    return key.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Problem('request-malformed')
  }
}

/** Splits off the one extra row that was queried: if it is there, another page follows. */
export function pageOf<Row>(rows: readonly Row[], size: number): { shown: Row[]; last: Row | undefined } {
  const shown = rows.slice(0, size)
  return { shown, last: rows.length > size ? shown.at(-1) : undefined }
}

/** Link to the page at `cursor`, with the same other parameters; empty after the last page. */
export function nextLink(
  endpoint: Endpoint,
  cursor: string | undefined,
  { params = {}, query = {} }: { params?: Record<string, number>; query?: Record<string, string | number | undefined> },
): { next?: Link } {
  return cursor === undefined ? {} : { next: linkTo(endpoint, { params, query: { ...query, cursor } }) }
}

export function linkTo(
  endpoint: Endpoint,
  { params = {}, query = {} }: { params?: Record<string, number>; query?: Record<string, string | number | undefined> },
): Link {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value))
  return { method: endpoint.method, href: `${pathOf(endpoint, params)}${asked.size > 0 ? `?${asked}` : ''}` }
}
