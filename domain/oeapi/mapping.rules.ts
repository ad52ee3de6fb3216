import { addDays, dayOf, instantOf, startOfDay } from '#domain/calendar/amsterdam.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import type { PresenceStatus } from '#domain/presence/presence.schema.ts'
import { endOf } from '#domain/testmoments/testmoment.rules.ts'
import { type Named, personLabel, surnameRoot } from '#domain/users/names.ts'

// Maps our records to the terms of the Open Education API. Instants are ISO text in UTC.

export interface Span {
  startDateTime: string
  endDateTime: string
}

const SECOND_MS = 1_000

const isoOf = (instant: number): string => new Date(instant).toISOString()

/** Start of the first day, and last second of the last day. */
const daysSpan = (first: string, last: string): Span => ({
  startDateTime: isoOf(startOfDay(first)),
  endDateTime: isoOf(startOfDay(addDays(last, 1)) - SECOND_MS),
})

const ACADEMIC_YEAR = /(?<!\d)(\d{4})\s*[-–/]\s*(\d{4})(?!\d)/

/**
 * Span of a school year: August to July if its name has two years that follow each other ('2026-2027'), otherwise the days of
 * its moments, and without any the academic year in which it was made.
 */
export function academicYearSpan(year: {
  name: string
  created_at: string
  first_day: string | null
  last_day: string | null
}): Span {
  const [, from = '', to = ''] = ACADEMIC_YEAR.exec(year.name) ?? []
  if (from >= '1000' && Number(to) === Number(from) + 1) return augustToJuly(Number(from))
  if (year.first_day !== null && year.last_day !== null) return daysSpan(year.first_day, year.last_day)
  const made = dayOf(Date.parse(year.created_at))
  return augustToJuly(Number(made.slice(0, 4)) - (made.slice(5) < '08-01' ? 1 : 0))
}

const augustToJuly = (from: number): Span => daysSpan(`${from}-08-01`, `${from + 1}-07-31`)

type When = Pick<WhenAndWhere, 'date' | 'duration' | 'starts_at' | 'ends_at'>

/** When a test is: its times where they are known, otherwise its days. */
export function testSpan({ date, duration, starts_at, ends_at }: When): Span {
  const lastSecond = endOf({ date, duration }) - SECOND_MS
  return {
    startDateTime: isoOf(starts_at === null ? startOfDay(date) : clockOn(date, starts_at)),
    endDateTime: isoOf(ends_at === null ? lastSecond : clockOn(date, ends_at)),
  }
}

const clockOn = (date: string, time: string): number => instantOf(Date.parse(`${date}T${time}:00.000Z`))

/** Code of a test at a moment, which people can read: 'ALG1 2026-03-20 09:00'. */
export const offeringCode = (module: string, { date, starts_at }: When): string =>
  [module, date, starts_at ?? ''].join(' ').trim()

/** Names of a person as registers keep them: 'van den' apart from 'Berg'. */
export function registerNames(person: Named & { username: string }) {
  const name = person.last_name.trim()
  const surname = surnameRoot(name)
  const prefix = name.slice(0, name.length - surname.length).trim()
  return {
    givenName: person.first_name.trim() || null,
    surnamePrefix: prefix || null,
    surname,
    displayName: personLabel(person),
  }
}

/** A student who is late is there. */
export const attendanceOf = (status: PresenceStatus | null): 'present' | 'absent' | 'unknown' =>
  status === null ? 'unknown' : status === 'absent' ? 'absent' : 'present'

/** A grade in tenths with a point: 75 is '7.5'. */
export const scoreOf = (grade: number | null): string | null => (grade === null ? null : (grade / 10).toFixed(1))

/** Types in the standard; all records of a kind have the same one here. */
export const ORGANISATION_TYPE = 'institute'
export const SESSION_TYPE = 'academic_year'
export const PROGRAMME_TYPE = 'programme'
export const COMPONENT_TYPE = 'test_on_paper'
export const RESULT_TYPE = 'grade_0_10_one_decimal'
export const ROOM_TYPE = 'exam_location'
