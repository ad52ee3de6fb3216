/** Seconds to wait by a Retry-After header (RFC 9110 §10.2.3: seconds or a date), or null when it says nothing usable. */
export function retryAfterOf(headers: Headers, now = Date.now()): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  if (/^\d+$/.test(value)) return Number(value)
  const until = Date.parse(value)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - now) / 1000))
}
