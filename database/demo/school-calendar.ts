import { addDays, startOfDay } from '#domain/calendar/amsterdam.ts'

export const MONDAY = 1
export const TUESDAY = 2
export const WEDNESDAY = 3
export const THURSDAY = 4

const weekdayOf = (day: string): number => new Date(day).getUTCDay()

/** The first such weekday on or after `day`: tests are never taken at the weekend. */
export const firstFrom = (day: string, weekday: number): string => addDays(day, (weekday - weekdayOf(day) + 7) % 7)

export const mondayOf = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7))

/** '2026-2027' for the school year in which `day` lies, and '2025-2026' with `back` = 1. It begins on 1 August. */
export function schoolyearName(day: string, back = 0): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const begin = (month >= 8 ? year : year - 1) - back
  return `${begin}-${begin + 1}`
}

/** ISO instant of a whole hour in the daytime of `day`, in Amsterdam (no clock changes between 03:00 and 24:00). */
export const atHour = (day: string, hour: number): string =>
  new Date(startOfDay(addDays(day, 1)) - (24 - hour) * 3_600_000).toISOString()
