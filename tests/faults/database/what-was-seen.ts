import type { Seen, Sight } from '#tests/harness/people/bystander.ts'

/** Kinds of answers that nobody should get, whatever happens to the database. */
export function unseemly({ live, ready, reading, enrolling }: Sight): string[] {
  const wrong = [
    ...live.filter(({ status }) => status !== 200).map(({ status }) => `live ${status}`),
    ...[...ready, ...reading, ...enrolling].filter((seen) => !isAnswer(seen)).map(inWords),
  ]
  return [...new Set(wrong)]
}

export const refusals = (seen: readonly Seen[]): number => seen.filter(({ status }) => status === 503).length

/** ms */
export const longest = (seen: readonly Seen[]): number => Math.round(Math.max(0, ...seen.map(({ ms }) => ms)))

const isAnswer = ({ status, retryAfter }: Seen): boolean =>
  status === 200 || status === 201 || (status === 503 && retryAfter !== undefined && retryAfter <= 1)

const inWords = ({ status, retryAfter }: Seen): string =>
  status === 503 ? `503 with Retry-After ${retryAfter}` : `answered ${status}`
