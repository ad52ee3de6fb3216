const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** From here on every second counts. */
const LAST_STRETCH = HOUR

/** How long `left` (ms) is: '3 dagen', '2 uur', and in the last hour minutes and seconds, '12:05'. */
export function countdownLabel(left: number): string {
  if (left >= 2 * DAY) return `${Math.round(left / DAY)} dagen`
  if (left >= LAST_STRETCH) return `${Math.round(left / HOUR)} uur`
  const seconds = Math.max(0, Math.ceil(left / SECOND))
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`
}

/** How often (ms) a countdown with so much `left` has to be written anew. */
export const countdownStep = (left: number): number => (left > LAST_STRETCH ? MINUTE : SECOND)

const twoDigits = (count: number): string => String(count).padStart(2, '0')
