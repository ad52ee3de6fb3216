import { addDays } from '#domain/calendar/amsterdam.ts'
import { isWeekend } from '#domain/calendar/day-remarks.rules.ts'
import { type SchoolNameRefusal, schoolNameRefusal, tidySchoolName } from '#domain/entities/school-name.rules.ts'
import type { Recess } from './recess.schema.ts'
import { isOutsideSchoolyear } from './schoolyear.rules.ts'

export type RecessRefusal = SchoolNameRefusal | 'recess-reversed'

export const recessRefusal = ({ name, first_day, last_day }: Recess): RecessRefusal | null =>
  schoolNameRefusal(name) ?? (last_day < first_day ? 'recess-reversed' : null)

/** Recesses as stored: ordered by first day, with tidy names. */
export const tidyRecesses = (recesses: readonly Recess[]): Recess[] =>
  recesses
    .map((recess) => ({ ...recess, name: tidySchoolName(recess.name) }))
    .toSorted((one, other) => (one.first_day < other.first_day ? -1 : one.first_day > other.first_day ? 1 : 0))

/** Oddity of days without lessons, which may be intended. */
export type RecessRemark = { remark: 'outside-schoolyear' } | { remark: 'overlaps'; name: string }

export function recessRemarks(recesses: readonly Recess[], index: number, schoolyear: string): RecessRemark[] {
  const recess = recesses[index]
  if (!recess) return []
  const isOutside = [recess.first_day, recess.last_day].some((day) => isOutsideSchoolyear(schoolyear, day))
  const overlapping = recesses.filter(
    (other, place) => place !== index && other.first_day <= recess.last_day && other.last_day >= recess.first_day,
  )
  return [
    ...(isOutside ? [{ remark: 'outside-schoolyear' } as const] : []),
    ...overlapping.map(({ name }) => ({ remark: 'overlaps', name }) as const),
  ]
}

/** First and last day of this number of whole weeks, Monday to Sunday; `day` is in the first week. */
export function wholeWeeks(day: string, weeks: number): Pick<Recess, 'first_day' | 'last_day'> {
  const first_day = addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
  return { first_day, last_day: addDays(first_day, 7 * weeks - 1) }
}

/** Usual recesses of schools, with a day in the first week and the number of weeks. */
const usual = {
  Herfstvakantie: { year: 0, day: '10-19', weeks: 1 },
  Kerstvakantie: { year: 0, day: '12-25', weeks: 2 },
  Voorjaarsvakantie: { year: 1, day: '02-22', weeks: 1 },
  Meivakantie: { year: 1, day: '04-27', weeks: 2 },
  Zomervakantie: { year: 1, day: '07-19', weeks: 2 },
} as const

export const usualRecesses = Object.keys(usual)

/**
 * Proposed days, as a start, for the school year that begins in `startYear`: regions and schools differ. An unusual name gets
 * the week after `after`.
 */
export function proposedRecess(
  name: string,
  { startYear, after }: { startYear: number; after: string | undefined },
): Recess {
  const known = Object.entries(usual).find(([one]) => one === name)?.[1]
  if (!known) return { name, ...wholeWeeks(addDays(after ?? `${startYear}-08-31`, 1), 1) }
  const day = `${startYear + known.year}-${known.day}`
  // A day in the weekend means the week after it: schools close at Christmas, and for two more weeks.
  const weeks = wholeWeeks(isWeekend(day) ? addDays(day, 2) : day, known.weeks)
  const end = `${startYear + 1}-07-31`
  return { name, ...weeks, last_day: weeks.last_day > end ? end : weeks.last_day }
}
