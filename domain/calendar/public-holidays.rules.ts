import { addDays } from './amsterdam.ts'

/** Days on which Dutch schools are closed, but only many of them on Good Friday and the day after Ascension Day. */
export const publicHolidays = [
  'new-year',
  'good-friday',
  'easter-sunday',
  'easter-monday',
  'kings-day',
  'liberation-day',
  'ascension-day',
  'after-ascension-day',
  'whit-sunday',
  'whit-monday',
  'christmas-day',
  'second-christmas-day',
] as const
export type PublicHoliday = (typeof publicHolidays)[number]

/**
 * Easter Sunday of a Gregorian year, as a day: the anonymous computus (Nature, 1876; J. Meeus, Astronomical Algorithms, chapter
 * 8). It needs no table, and is valid for every year from 1583 on.
 */
export function easterSunday(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  // Counted from 0 March: the earliest value is 22.
  return addDays(`${year}-03-01`, epact + weekday - 7 * late + 21)
}

const AFTER_EASTER = {
  'good-friday': -2,
  'easter-sunday': 0,
  'easter-monday': 1,
  'ascension-day': 39,
  'after-ascension-day': 40,
  'whit-sunday': 49,
  'whit-monday': 50,
} satisfies Partial<Record<PublicHoliday, number>>

/** On the day before if it would be a Sunday. */
const kingsDay = (year: number): string =>
  new Date(`${year}-04-27`).getUTCDay() === 0 ? `${year}-04-26` : `${year}-04-27`

/** Holidays of a calendar year with their days ('YYYY-MM-DD'), earliest first. */
export function holidaysOf(year: number): { day: string; holiday: PublicHoliday }[] {
  const easter = easterSunday(year)
  const days: Record<PublicHoliday, string> = {
    'new-year': `${year}-01-01`,
    ...mapped(AFTER_EASTER, (days) => addDays(easter, days)),
    'kings-day': kingsDay(year),
    'liberation-day': `${year}-05-05`,
    'christmas-day': `${year}-12-25`,
    'second-christmas-day': `${year}-12-26`,
  }
  return publicHolidays
    .map((holiday) => ({ day: days[holiday], holiday }))
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
}

/** Holidays on a day, which may be two: Ascension Day moves, and Liberation Day does not. */
export const holidaysOn = (day: string): PublicHoliday[] =>
  holidaysOf(Number(day.slice(0, 4)))
    .filter((one) => one.day === day)
    .map(({ holiday }) => holiday)

function mapped<Name extends string>(values: Record<Name, number>, map: (value: number) => string): Record<Name, string>
function mapped(values: Record<string, number>, map: (value: number) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
}
