import { z } from 'zod'

/** A calendar day in Europe/Amsterdam, 'YYYY-MM-DD'; days that do not exist are refused. */
export const calendarDaySchema = z.iso.date()

/** An instant in UTC, ISO 8601 with milliseconds and 'Z'. */
export const instantSchema = z.iso.datetime({ precision: 3 })
