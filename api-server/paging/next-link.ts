import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import type { Link } from '#domain/link/link.schema.ts'

/** The link to the page that begins at `cursor`, with the rest of the question as it was; none after the last page. */
export function nextLink(
  endpoint: Endpoint,
  cursor: string | undefined,
  { params = {}, query = {} }: { params?: Record<string, number>; query?: Record<string, string | number | undefined> },
): { next?: Link } {
  if (cursor === undefined) return {}
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor }))
    if (value !== undefined) asked.set(name, String(value))
  return { next: { method: endpoint.method, href: `${pathOf(endpoint, params)}?${asked}` } }
}
