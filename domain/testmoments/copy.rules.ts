import { addDays } from '#domain/calendar/amsterdam.ts'
import { type DayRemark, type DaysOff, dayRemarks } from '#domain/calendar/day-remarks.rules.ts'
import { daysInMonth } from '#domain/calendar/month-length.ts'
import { readAmsterdamTime, writeAmsterdamTime } from '#domain/calendar/written-time.ts'
import { isOutsideSchoolyear, startYearOf } from '#domain/schoolyears/schoolyear.rules.ts'
import type { CopySource, TestmomentCopy } from './copy.schema.ts'
import { isCurrent } from './testmoment.rules.ts'
import type { TestmomentFields } from './testmoment.schema.ts'
import { newTestmoment, type ScheduleRefusal, scheduleRefusal } from './testmoment-edit.rules.ts'

const DAY_MS = 86_400_000

/** How a day changes from one school year to another: to the same weekday, or by a number of days. */
export type Shift = { by: 'weekday' } | { by: 'days'; days: number }

/** Names of both school years, which give the number of years between them; one, if a name has no years. */
export interface YearNames {
  source: string
  target: string
}

/**
 * Day in the other year. By weekday: the same weekday nearest to the same date in that year, which is 52 weeks later for the
 * next year, or 53 where 52 would fall before the year begins. A day outside its own year may stay outside.
 */
export function copiedDay(day: string, shift: Shift, years: YearNames): string {
  if (shift.by === 'days') return addDays(day, shift.days)
  const nearest = addDays(day, 7 * Math.round(daysBetween(day, sameDate(day, yearsBetween(years))) / 7))
  if (isOutsideSchoolyear(years.source, day) || !isOutsideSchoolyear(years.target, nearest)) return nearest
  const later = addDays(nearest, 7)
  return isOutsideSchoolyear(years.target, later) ? addDays(nearest, -7) : later
}

export function yearsBetween({ source, target }: YearNames): number {
  const [from, to] = [startYearOf(source), startYearOf(target)]
  return from === null || to === null ? 1 : to - from
}

const daysBetween = (one: string, other: string): number => (Date.parse(other) - Date.parse(one)) / DAY_MS

/** The same date some years later; 28 February for 29 February in a year without one. */
function sameDate(day: string, years: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const targetDay = Math.min(date, daysInMonth(year + years, month))
  return `${year + years}${day.slice(4, 8)}${String(targetDay).padStart(2, '0')}`
}

export interface AssessedCopy {
  copy: TestmomentCopy
  /** names of modules that are not in use */
  modulesLeft: string[]
  /** without those modules it would list none, and so offer all */
  opensAll: boolean
  /** planned times that are not possible, any more or yet */
  plansLeft: ScheduleRefusal[]
}

/** Copies a moment to another day. Planned times move by the same number of days and keep their time of day. */
export function copyOn(
  source: CopySource,
  date: string,
  { plans, now }: { plans: boolean; now: number },
): AssessedCopy {
  const { id, modules, rooms: _, ...fields } = source
  const usable = modules.filter((module) => module.usable)
  const days = daysBetween(source.date, date)
  const shifted = {
    enrollments_open_at: plans ? shiftedTime(source.enrollments_open_at, days) : null,
    enrollments_close_at: plans ? shiftedTime(source.enrollments_close_at, days) : null,
  }
  const { planned, left } = possiblePlans(
    { ...newTestmoment, date, duration: source.duration, starts_at: source.starts_at },
    shifted,
    now,
  )
  return {
    copy: { ...fields, date, ...planned, modules: usable.map(({ id, auto_enroll }) => ({ id, auto_enroll })) },
    modulesLeft: modules.filter((module) => !module.usable).map(({ name }) => name),
    opensAll: modules.length > 0 && usable.length === 0,
    plansLeft: left,
  }
}

function shiftedTime(instant: string | null, days: number): string | null {
  if (instant === null) return null
  const [day = '', time = ''] = writeAmsterdamTime(instant).split('T')
  return readAmsterdamTime(`${addDays(day, days)}T${time}`)
}

type Plans = Pick<TestmomentFields, 'enrollments_open_at' | 'enrollments_close_at'>

const at = {
  'opening-past': 'enrollments_open_at',
  'opening-too-late': 'enrollments_open_at',
  'closing-past': 'enrollments_close_at',
  'closing-too-late': 'enrollments_close_at',
  'schedule-reversed': 'enrollments_close_at',
} satisfies Record<ScheduleRefusal, keyof Plans>

/** Planned times that a new moment can have, and the refusals of the others. */
function possiblePlans(
  moment: TestmomentFields,
  planned: Plans,
  now: number,
): { planned: Plans; left: ScheduleRefusal[] } {
  const refusal = scheduleRefusal(moment, planned, now)
  if (!refusal) return { planned, left: [] }
  const rest = possiblePlans(moment, { ...planned, [at[refusal]]: null }, now)
  return { planned: rest.planned, left: [refusal, ...rest.left] }
}

/** Remarks for a teacher about a copy before it is made. None of them prevents making it. */
export type CopyRemark =
  | DayRemark
  | { remark: 'past' | 'outside-schoolyear' | 'twice' | 'opens-all' }
  | { remark: 'same-day'; count: number }
  | { remark: 'modules-left'; names: string[] }
  | { remark: 'plan-left'; why: ScheduleRefusal }

interface CopySituation {
  /** name of the target year */
  target: string
  /** days on which the target year has moments */
  taken: readonly string[]
  /** days of all copies that would be made, including this one */
  days: readonly string[]
  recesses: readonly DaysOff[]
  now: number
}

const countOf = (days: readonly string[], day: string): number => days.filter((one) => one === day).length

export function copyRemarks({ copy, ...left }: AssessedCopy, situation: CopySituation): CopyRemark[] {
  const { target, taken, days, recesses, now } = situation
  const same = countOf(taken, copy.date)
  return [
    ...(isCurrent(copy, now) ? [] : [{ remark: 'past' } as const]),
    ...(isOutsideSchoolyear(target, copy.date) ? [{ remark: 'outside-schoolyear' } as const] : []),
    ...dayRemarks(copy, recesses),
    ...(same > 0 ? [{ remark: 'same-day', count: same } as const] : []),
    ...(countOf(days, copy.date) > 1 ? [{ remark: 'twice' } as const] : []),
    ...(left.opensAll ? [{ remark: 'opens-all' } as const] : []),
    ...(left.modulesLeft.length > 0 ? [{ remark: 'modules-left', names: left.modulesLeft } as const] : []),
    ...left.plansLeft.map((why) => ({ remark: 'plan-left', why }) as const),
  ]
}
