/** How long (ms) a Retry-After header asks to wait: seconds or a date (RFC 9110 §10.2.3). 0 for none and for nonsense. */
export function readRetryAfter(header: string | undefined, now: number): number {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  // Dates begin with the day's name; `Date.parse` alone would take '-5' for a year.
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
