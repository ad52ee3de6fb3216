import { daysInMonth } from './calendar-day.ts'

/** A date as it is typed in three fields; `month` is 1 to 12. A field that is not a number arrives as NaN. */
export interface DateInput {
  day: number
  month: number
  year: number
}

export type DateProblem = 'day-not-whole' | 'day-below-one' | 'month-impossible' | 'year-impossible' | 'day-above-month'

export type DateReading = { valid: true; day: string } | { valid: false; problem: DateProblem }

/** Four digits: 'YYYY-MM-DD' has no room for more, and fewer is 26 typed for 2026. */
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

/** The calendar day 'YYYY-MM-DD' that was typed, or the first thing that is wrong with it. */
export function readDateInput(input: DateInput): DateReading {
  const problem = problemOf(input)
  if (problem) return { valid: false, problem }
  const [month, day] = [input.month, input.day].map((field) => String(field).padStart(2, '0'))
  return { valid: true, day: `${input.year}-${month}-${day}` }
}
