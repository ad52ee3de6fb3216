import { readDateInput } from './date-input.rules.ts'

/**
 * `after=` counts months from 0, as JavaScript's Date does: 15 January 2026 travels as '2026-0-15'. These two functions
 * are the only ones that know.
 */
export function writeAfter(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}-${Number(month) - 1}-${date}`
}

/** The calendar day 'YYYY-MM-DD' in a query's `after`, or null when there is none to be read. */
export function readAfter(text: string): string | null {
  if (!/^\d{4}-\d{1,2}-\d{1,2}$/.test(text)) return null
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = text.split('-').map(Number)
  const reading = readDateInput({ year, month: month + 1, day })
  return reading.valid ? reading.day : null
}
