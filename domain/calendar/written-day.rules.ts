import { readAmsterdamTime } from './amsterdam-time.ts'
import { readDateInput } from './date-input.rules.ts'

const MONTHS = ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec']

/** 'di' or 'dinsdag' before a day says nothing that the day does not. */
const WEEKDAY = /^(?:ma|di|wo|do|vr|za|zo)[a-z]*\.?,?\s+/i

/** 'YYYY-MM-DD' of a day as people write it: '24-11-2026', '24/11/2026', '2026-11-24', '24 nov 2026'. Null for anything else. */
export function readWrittenDay(text: string): string | null {
  const written = text.trim().replace(WEEKDAY, '')
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(written) ?? []
  if (isoYear !== undefined) return dayOf(isoDay, Number(isoMonth), isoYear)
  const [, day, month, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(written) ?? []
  if (year !== undefined) return dayOf(day, Number(month), year)
  const [, namedDay, name = '', namedYear] = /^(\d{1,2})[\s-]+([a-z]+)\.?[\s-]+(\d{4})$/i.exec(written) ?? []
  return namedYear === undefined ? null : dayOf(namedDay, monthOf(name), namedYear)
}

/**
 * The instant (ISO) of a day with a time by the clocks of Amsterdam: '24-11-2026 09:00', '24 nov 2026 om 9.00 uur'. A day
 * alone means `timeOfDay` ('HH:mm'). Null for anything else.
 */
export function readWrittenTime(text: string, timeOfDay: string): string | null {
  const [, before, hour = '', minute = ''] =
    /^(.+?)(?:T|\s+om\s+|\s+)(\d{1,2})[:.](\d{2})(?::\d{2})?(?:\s*uur)?$/i.exec(text.trim()) ?? []
  const day = readWrittenDay(before ?? text)
  if (day === null) return null
  if (before === undefined) return readAmsterdamTime(`${day}T${timeOfDay}`)
  if (Number(hour) > 23 || Number(minute) > 59) return null
  return readAmsterdamTime(`${day}T${hour.padStart(2, '0')}:${minute}`)
}

/** 1 to 12, or 0 for what is no month: 'nov', 'november', 'maart' and 'mrt'. */
function monthOf(name: string): number {
  const start = name.toLowerCase().replace(/^maa/, 'mrt').slice(0, 3)
  return MONTHS.indexOf(start) + 1
}

function dayOf(day = '', month: number, year: string): string | null {
  const reading = readDateInput({ day: Number(day), month, year: Number(year) })
  return reading.valid ? reading.day : null
}
