import { addDays, dayOf, startOfDay } from '#domain/calendar/amsterdam.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { newTestmoment } from '#domain/testmoments/testmoment-edit.rules.ts'
import type { ModuleName } from './offer.ts'

export const DAY_MS = 86_400_000

const MONDAY = 1
const TUESDAY = 2
const WEDNESDAY = 3
const THURSDAY = 4

const weekdayOf = (day: string): number => new Date(day).getUTCDay()

/** First such weekday on or after `day`: tests are never taken at the weekend. */
const firstFrom = (day: string, weekday: number): string => addDays(day, (weekday - weekdayOf(day) + 7) % 7)

const mondayOf = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7))

/** '2026-2027' for the school year in which `day` lies, and '2025-2026' with `back` = 1. It begins on 1 August. */
export function schoolyearName(day: string, back = 0): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const begin = (month >= 8 ? year : year - 1) - back
  return `${begin}-${begin + 1}`
}

/** ISO instant of a whole hour of `day` in Amsterdam (no clock changes between 03:00 and 24:00). */
const atHour = (day: string, hour: number): string =>
  new Date(startOfDay(addDays(day, 1)) - (24 - hour) * 3_600_000).toISOString()

export interface DemoMoment extends TestmomentFields {
  key: string
  /** empty means all modules */
  modules: readonly ModuleName[]
  auto_enroll: readonly ModuleName[]
  /** whether students could ever enroll here, so that some did */
  hasBeenOpen: boolean
}

const closedForGood = {
  ...newTestmoment,
  modules: [],
  auto_enroll: [],
  hasBeenOpen: true,
} as const satisfies Partial<DemoMoment>
const open = { ...closedForGood, enrollments_enabled: true } as const
const morning = { starts_at: '09:00', ends_at: '11:30' } as const
const afternoon = { starts_at: '13:30', ends_at: '15:30' } as const
const notYetOpen = { ...closedForGood, hasBeenOpen: false } as const

/** School year around `now` (ms), with every state that a moment can have. No two start on the same day. */
export function currentMoments(now: number): DemoMoment[] {
  const today = dayOf(now)
  const on = (weekday: number, inDays: number) => firstFrom(addDays(today, inDays), weekday)
  const day = {
    closed: on(TUESDAY, 9),
    everything: on(THURSDAY, 16),
    soon: on(THURSDAY, 47),
    later: on(MONDAY, 77),
  }
  return [
    { ...closedForGood, ...morning, key: 'start-of-year', date: on(TUESDAY, -84), location: 'Aula' },
    {
      ...closedForGood,
      key: 'autumn-week',
      date: on(MONDAY, -49),
      duration: 'week',
      location: '3.14 – 3.18',
      modules: ['REK1', 'ALG1', 'ALG2', 'FUN1', 'GON1', 'STA1', 'FIN1'],
    },
    {
      ...closedForGood,
      ...afternoon,
      key: 'last-month',
      location: 'Sporthal Noord',
      date: on(THURSDAY, -21),
      max_enrollments: 1,
      modules: ['REK1', 'ALG1', 'FUN1', 'EXP1', 'DIF1', 'STA1', 'FIN1'],
    },
    {
      ...closedForGood,
      key: 'this-week',
      date: mondayOf(today),
      duration: 'week',
      max_enrollments: 2,
      modules: ['ALG1', 'ALG2', 'FUN1', 'GON1', 'LOG1', 'STA1', 'STA3'],
    },
    {
      ...closedForGood,
      ...morning,
      key: 'closed',
      location: '3.14 – 3.18',
      date: day.closed,
      enrollments_close_at: atHour(addDays(today, -1), 17),
      modules: ['REK1', 'EXP1', 'DIF1', 'MAT1', 'STA2', 'VEC1'],
    },
    {
      ...open,
      ...morning,
      key: 'everything',
      location: 'Sporthal Noord',
      date: day.everything,
      max_enrollments: 3,
      enrollments_close_at: atHour(addDays(day.everything, -3), 17),
    },
    {
      ...open,
      key: 'limited-week',
      location: 'Toetszaal wiskunde, 2.07',
      date: on(MONDAY, 23),
      duration: 'week',
      max_enrollments: 2,
      modules: ['ALG1', 'ALG2', 'FUN1', 'EXP1', 'GON1', 'MAT1', 'STA1', 'STA2', 'STA3'],
    },
    { ...open, ...afternoon, key: 'basics', date: on(WEDNESDAY, 30), location: 'Aula', modules: ['REK1', 'FIN1'] },
    {
      ...open,
      ...afternoon,
      key: 'calculus',
      location: 'Sporthal Noord',
      date: on(TUESDAY, 38),
      modules: ['FUN1', 'EXP1', 'DIF1', 'DIF2', 'INT1', 'LOG1', 'STA3'],
      auto_enroll: ['DIF1', 'INT1'],
    },
    {
      ...notYetOpen,
      starts_at: '10:00',
      key: 'opens-soon',
      location: 'Aula',
      date: day.soon,
      max_enrollments: 2,
      enrollments_open_at: afterNextHour(now),
      enrollments_close_at: atHour(addDays(day.soon, -3), 17),
    },
    {
      ...notYetOpen,
      key: 'opens-later',
      date: day.later,
      duration: 'week',
      enrollments_open_at: atHour(addDays(today, 6), 9),
      enrollments_close_at: atHour(addDays(day.later, -7), 17),
      modules: ['REK1', 'ALG1', 'GON1', 'DIF2', 'VEC1', 'COM1', 'DVG1', 'STA2'],
      auto_enroll: ['VEC1', 'DVG1'],
    },
    { ...notYetOpen, key: 'not-planned', date: on(TUESDAY, 98), modules: ['DIF1', 'DIF2', 'INT1', 'COM1', 'DVG1'] },
  ]
}

/** The previous school year: the same moments 52 weeks earlier, so on the same weekdays, all of them past. */
export const previousMoments = (now: number): DemoMoment[] =>
  currentMoments(now).map((moment) => ({
    ...moment,
    ...closedForGood,
    ...pick(moment, whenAndWhereFieldNames),
    date: addDays(moment.date, -364),
    max_enrollments: moment.max_enrollments,
    modules: moment.modules,
  }))

/** Between one and two hours from `now`, so that the person who starts the demo may see it open. */
const afterNextHour = (now: number): string => new Date(Math.ceil(now / 3_600_000 + 1) * 3_600_000).toISOString()
