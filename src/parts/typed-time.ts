import {
  type DateProblem,
  type DateReading,
  readDateInput,
  readWrittenClock,
  readWrittenDay,
} from '#domain/calendar/date-input.rules.ts'
import { clockShiftTexts, clockTexts, dateProblemTexts } from '#domain/calendar/date-input.texts.ts'
import { type ClockShift, clockShift, readAmsterdamTime, writeAmsterdamTime } from '#domain/calendar/written-time.ts'
import { singleSpaced } from '#domain/entities/text.rules.ts'

/** A date while it is typed: texts, so that it can be incomplete. */
export interface TypedDate {
  day: string
  /** 1 to 12 */
  month: string
  year: string
}

/** Date and time while typed; all fields are empty for no time. */
export interface TypedDateTime extends TypedDate {
  /** clock time in Amsterdam, as people write it: '9', '09:30' */
  clock: string
}

export const noTime: TypedDateTime = { day: '', month: '', year: '', clock: '' }

/** Null for text that is not a whole date. */
export const dateFrom = (text: string): TypedDate | null => {
  const day = readWrittenDay(text)
  return day === null ? null : typedDateOf(day)
}

/** Reads a date with its time, if there is one: '20-3-2026 09:00', '2026-03-20', 'vr 20 mrt 2026 om 9u30'. */
export function dateTimeFrom(text: string): TypedDate | TypedDateTime | null {
  const whole = dateFrom(text)
  if (whole) return whole
  const [, day = '', time = ''] =
    /^(.+?\d{4}|\d{4}-\d{1,2}-\d{1,2})(?:T|,? om |,? )(\d.*)$/i.exec(singleSpaced(text)) ?? []
  const [date, clock] = [dateFrom(day), readWrittenClock(time.trim())]
  return date && clock ? { ...date, clock } : null
}

export const typedDateOf = (day: string): TypedDate => {
  const [year, month, date] = day.split('-').map(Number)
  return { day: String(date), month: String(month), year: String(year) }
}

/** Field values for an instant (ISO), or for none. */
export function typedDateTimeOf(instant: string | null): TypedDateTime {
  if (instant === null) return noTime
  const [day = '', clock = ''] = writeAmsterdamTime(instant).split('T')
  return { ...typedDateOf(day), clock }
}

const inputOf = ({ day, month, year }: TypedDate) => ({
  day: numberOf(day),
  month: numberOf(month),
  year: numberOf(year),
})

export const readTypedDate = (date: TypedDate): DateReading => readDateInput(inputOf(date))

type TimeReading =
  /** `instant` is ISO, or null if nothing was typed; `shift` says how a change of the clock (summer time) affects it */
  | { valid: true; instant: string | null; shift: ClockShift | null }
  | { valid: false; field: keyof TypedDateTime; text: string }

export function readTypedDateTime(time: TypedDateTime): TimeReading {
  if (isEmpty(time)) return { valid: true, instant: null, shift: null }
  const date = readTypedDate(time)
  const { day, month, year } = time
  if (!date.valid && `${day}${month}${year}`.trim() === '')
    return { valid: false, field: 'day', text: clockTexts.dayMissing }
  if (!date.valid) return { valid: false, ...faultOf(time, date.problem) }
  const clock = readWrittenClock(time.clock)
  if (clock === null)
    return {
      valid: false,
      field: 'clock',
      text: time.clock.trim() === '' ? clockTexts.timeMissing : clockTexts.unreadable,
    }
  const wall = `${date.day}T${clock}`
  return { valid: true, instant: readAmsterdamTime(wall), shift: clockShift(wall) }
}

/** Effect of summer time on a time, as a sentence. */
export const shiftText = (shift: ClockShift, instant: string | null): string =>
  clockShiftTexts[shift](typedDateTimeOf(instant).clock)

export const isEmpty = ({ day, month, year, clock }: TypedDateTime): boolean =>
  `${day}${month}${year}${clock}`.trim() === ''

export function dateError(date: TypedDate) {
  const reading = readTypedDate(date)
  return reading.valid ? null : faultOf(date, reading.problem)
}

const faultOf = (date: TypedDate, problem: DateProblem) => ({
  field: fields[problem],
  text: dateProblemTexts[problem](inputOf(date)),
})

/** Field to mark for each problem. */
const fields = {
  'day-not-whole': 'day',
  'day-below-one': 'day',
  'day-above-month': 'day',
  'month-impossible': 'month',
  'year-impossible': 'year',
} as const satisfies Record<DateProblem, keyof TypedDate>

export const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))
