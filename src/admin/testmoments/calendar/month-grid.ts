import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { daysInMonth } from '#domain/calendar/month-length.ts'
import { schoolyearOf } from '#domain/calendar/school-year.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { groupBy } from '#domain/entities/groups.ts'
import { startYearOf } from '#domain/schoolyears/schoolyear.rules.ts'
import { byStart } from '#domain/testmoments/testmoment.rules.ts'

const WEEK = 7

export interface Month {
  year: number
  /** 1 to 12 */
  month: number
  weeks: Week[]
}

/** Week from Monday; null for a day of another month. */
export interface Week {
  days: (string | null)[]
  bars: Bar[]
  /** number of bars on top of each other */
  lanes: number
}

/** Part of a week's moment within one row. */
export interface Bar {
  moment: ManagedTestmoment
  /** 0 is Monday */
  from: number
  span: number
  lane: number
  /** the moment begins here, and does not continue from the row above */
  isStart: boolean
}

interface YearFacts {
  /** name of the school year */
  name: string
  moments: readonly ManagedTestmoment[]
  now: number
}

/** A school year as a calendar: August to July, with the moments outside these, for odd names or days. */
export function layOutYear({ name, moments, now }: YearFacts) {
  const [earliest] = moments.toSorted(byStart)
  const start = startYearOf(name) ?? schoolyearOf(earliest?.date ?? dayOf(now))
  const weekly = moments.filter(({ duration }) => duration === 'week').toSorted(byStart)
  const byDay = groupBy(moments.filter(({ duration }) => duration === 'day').toSorted(byStart), ({ date }) => date)
  const months = Array.from({ length: 12 }, (_, index): Month => {
    const [year, month] = index < 5 ? [start, index + 8] : [start + 1, index - 4]
    return { year, month, weeks: weeksOf(year, month).map((days) => withBars(days, weekly)) }
  })
  const [first, last] = [`${start}-08-01`, `${start + 1}-07-31`]
  const outside = moments.filter(({ date, duration }) => date > last || lastDayOf({ date, duration }) < first)
  return { months, byDay, first, last, outside: outside.toSorted(byStart) }
}

const lastDayOf = ({ date, duration }: Pick<ManagedTestmoment, 'date' | 'duration'>): string =>
  duration === 'week' ? addDays(date, WEEK - 1) : date

export const weekMomentsOn = (moments: readonly ManagedTestmoment[], day: string): ManagedTestmoment[] =>
  moments.filter((moment) => moment.duration === 'week' && moment.date <= day && lastDayOf(moment) >= day)

/** Weeks of a month, from Monday; `month` is 1 to 12. */
export function weeksOf(year: number, month: number): (string | null)[][] {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const before = (new Date(first).getUTCDay() + WEEK - 1) % WEEK
  const days = [
    ...Array<null>(before).fill(null),
    ...Array.from({ length: daysInMonth(year, month) }, (_, index) => addDays(first, index)),
  ]
  const weeks: (string | null)[][] = []
  for (let from = 0; from < days.length; from += WEEK)
    weeks.push(Array.from({ length: WEEK }, (_, index) => days[from + index] ?? null))
  return weeks
}

/** Puts each bar in the first lane without overlap. */
function withBars(days: (string | null)[], weekly: readonly ManagedTestmoment[]): Week {
  const bars: Bar[] = []
  for (const moment of weekly) {
    const last = lastDayOf(moment)
    const columns = days.flatMap((day, column) => (day && day >= moment.date && day <= last ? [column] : []))
    const [from] = columns
    if (from === undefined) continue
    const until = from + columns.length
    const taken = bars.filter((bar) => bar.from < until && bar.from + bar.span > from).map(({ lane }) => lane)
    let lane = 0
    while (taken.includes(lane)) lane += 1
    bars.push({ moment, from, span: columns.length, lane, isStart: days[from] === moment.date })
  }
  return { days, bars, lanes: Math.max(0, ...bars.map(({ lane }) => lane + 1)) }
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK }

/** Day that a key moves the focus to; null for other keys. The arrow keys also move between months. */
export function dayByKey(day: string, key: string, { first, last }: { first: string; last: string }): string | null {
  const wanted = wantedDay(day, key)
  if (wanted === null) return null
  return wanted < first ? first : wanted > last ? last : wanted
}

function wantedDay(day: string, key: string): string | null {
  const weekday = (new Date(day).getUTCDay() + WEEK - 1) % WEEK
  const step = STEPS[key]
  if (step !== undefined) return addDays(day, step)
  if (key === 'Home') return addDays(day, -weekday)
  if (key === 'End') return addDays(day, WEEK - 1 - weekday)
  if (key === 'PageUp') return inNextMonth(day, -1)
  return key === 'PageDown' ? inNextMonth(day, 1) : null
}

/** Same day in the previous or next month; its last day if that month is shorter. */
function inNextMonth(day: string, by: -1 | 1): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const index = year * 12 + month - 1 + by
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1]
  const parts = [toMonth, Math.min(date, daysInMonth(toYear, toMonth))]
  return [toYear, ...parts.map((part) => String(part).padStart(2, '0'))].join('-')
}
