import { z } from 'zod'
import { textSchema } from '#domain/entities/text.schema.ts'

/** A hypermedia link: present only when this caller may use it now. `href` is a path on the API's own origin. */
export const linkSchema = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  href: z.string().startsWith('/api/v1/'),
})
export type Link = z.infer<typeof linkSchema>

/** Identity columns start at 1 and hold 32 bits; PostgreSQL takes a larger number for a fault, not for an unknown id. */
export const idSchema = z.int().min(1).max(2_147_483_647)

/** Counts the edits of an entity; a body with a stale one is refused with 409. */
export const versionSchema = z.int().min(1)

/** PostgreSQL knows no year 0, and 26 typed for 2026 is no year of ours: as in calendar/date-input.rules.ts. */
const FROM_THE_YEAR_1000 = /^[1-9]/

/** A calendar day in Europe/Amsterdam, 'YYYY-MM-DD'; days that do not exist are refused. */
export const calendarDaySchema = z.iso.date().regex(FROM_THE_YEAR_1000)

/** An instant in UTC, ISO 8601 with milliseconds and 'Z'. */
export const instantSchema = z.iso.datetime({ precision: 3 })

/** On clocks in Amsterdam, 'HH:MM'. */
export const timeOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Bounds what is read of the name of a school year, department or module; what it must be like is said by `schoolNameRefusal`. */
export const schoolNameSchema = textSchema(1_000)

/** One field that a colleague changed meanwhile; label and both values in Dutch, ready to be read. */
export const differenceSchema = z.object({
  field: z.string(),
  label: z.string(),
  yours: z.string(),
  theirs: z.string(),
})
export type Difference = z.infer<typeof differenceSchema>
