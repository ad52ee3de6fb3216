import { singleSpaced } from '#domain/entities/text.rules.ts'
import { daysInMonth } from './month-length.ts'
import { readAmsterdamTime } from './written-time.ts'

/** Date typed in three fields; `month` is 1 to 12. A field without a number has NaN. */
export interface DateInput {
  day: number
  month: number
  year: number
}

export type DateProblem = 'day-not-whole' | 'day-below-one' | 'month-impossible' | 'year-impossible' | 'day-above-month'

export type DateReading = { valid: true; day: string } | { valid: false; problem: DateProblem }

/** Four digits, as in 'YYYY-MM-DD'; 26 is a typing error for 2026. */
const isYear = (year: number): boolean => Number.isInteger(year) && year >= 1000 && year <= 9999
const isMonth = (month: number): boolean => Number.isInteger(month) && month >= 1 && month <= 12

function problemOf({ day, month, year }: DateInput): DateProblem | null {
  if (!Number.isInteger(day)) return 'day-not-whole'
  if (day < 1) return 'day-below-one'
  if (!isMonth(month)) return 'month-impossible'
  if (!isYear(year)) return 'year-impossible'
  if (day > daysInMonth(year, month)) return 'day-above-month'
  return null
}

export function readDateInput(input: DateInput): DateReading {
  const problem = problemOf(input)
  if (problem) return { valid: false, problem }
  const [month, day] = [input.month, input.day].map((field) => String(field).padStart(2, '0'))
  return { valid: true, day: `${input.year}-${month}-${day}` }
}

/**
 * Writes a day as `after=`, which counts months from 0, as JavaScript's Date does: 15 January 2026 is '2026-0-15'. Only these
 * two functions know this.
 */
export function writeAfter(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}-${Number(month) - 1}-${date}`
}

export function readAfter(text: string): string | null {
  if (!/^\d{4}-\d{1,2}-\d{1,2}$/.test(text)) return null
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = text.split('-').map(Number)
  const reading = readDateInput({ year, month: month + 1, day })
  return reading.valid ? reading.day : null
}

const MONTHS = ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec']

/** A weekday before a date ('di', 'dinsdag') is ignored: the date determines it. */
const WEEKDAY = /^(?:ma|di|wo|do|vr|za|zo)[a-z]*\.?,?\s+/i

/** 'YYYY-MM-DD' of a typed date: '24-11-2026', '24/11/2026', '2026-11-24', '24 nov 2026'. Null for other text. */
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
 * Instant (ISO) of a typed day and time in Amsterdam: '24-11-2026 09:00', '24 nov 2026 om 9.00 uur'. A day without time means
 * `timeOfDay` ('HH:mm'). Null for other text.
 */
export function readWrittenTime(text: string, timeOfDay: string): string | null {
  const [, before, hour = '', minute = ''] =
    /^(.+?)(?:T| om | )(\d{1,2})[:.](\d{2})(?::\d{2})?(?: ?uur)?$/i.exec(singleSpaced(text)) ?? []
  const day = readWrittenDay(before ?? text)
  if (day === null) return null
  if (before === undefined) return readAmsterdamTime(`${day}T${timeOfDay}`)
  if (Number(hour) > 23 || Number(minute) > 59) return null
  return readAmsterdamTime(`${day}T${hour.padStart(2, '0')}:${minute}`)
}

/** 'HH:MM' of a typed time: '9', '9.30', '0930', '9u30', '9:00 uur', '9:00:00'. Null for other text. */
export function readWrittenClock(text: string): string | null {
  const [, hour, minute = '00'] =
    /^(\d{1,2})(?: ?[:.,uh]? ?(\d{2}))?(?::\d{2})? ?(?:u|uur|h)?\.?$/i.exec(singleSpaced(text)) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null
  return `${hour.padStart(2, '0')}:${minute}`
}

/** Number of a month, 1 to 12, by name: 'nov', 'november', 'maart' and 'mrt'. 0 for other text. */
function monthOf(name: string): number {
  const start = name.toLowerCase().replace(/^maa/, 'mrt').slice(0, 3)
  return MONTHS.indexOf(start) + 1
}

function dayOf(day = '', month: number, year: string): string | null {
  const reading = readDateInput({ day: Number(day), month, year: Number(year) })
  return reading.valid ? reading.day : null
}
