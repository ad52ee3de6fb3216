import { z } from 'zod'

/** PostgreSQL knows no year 0, and 26 typed for 2026 is no year of ours: as in date-input.rules.ts. */
const FROM_THE_YEAR_1000 = /^[1-9]/

/** A calendar day in Europe/Amsterdam, 'YYYY-MM-DD'; days that do not exist are refused. */
export const calendarDaySchema = z.iso.date().regex(FROM_THE_YEAR_1000)

/** An instant in UTC, ISO 8601 with milliseconds and 'Z'. */
export const instantSchema = z.iso.datetime({ precision: 3 })
