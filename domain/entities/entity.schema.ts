import { z } from 'zod'
import { isText, trimText } from './text.rules.ts'

/** Hypermedia link, present only if this caller may use it now. `href` is a path on the API's origin. */
export const linkSchema = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  href: z.string().startsWith('/api/v1/'),
})
export type Link = z.infer<typeof linkSchema>

/** Ids start at 1 and have 32 bits; on a larger number PostgreSQL fails instead of finding nothing. */
export const idSchema = z.int().min(1).max(2_147_483_647)

/** Number of edits of an entity; a request with an old version is refused with 409. */
export const versionSchema = z.int().min(1)

/** PostgreSQL has no year 0, and a year of two digits is a typing error for 2026: as in calendar/date-input.rules.ts. */
const FROM_THE_YEAR_1000 = /^[1-9]/

/** Calendar day in Europe/Amsterdam, 'YYYY-MM-DD'; days that do not exist are refused. */
export const calendarDaySchema = z.iso.date().regex(FROM_THE_YEAR_1000)

/** Instant in UTC, ISO 8601 with milliseconds and 'Z'. */
export const instantSchema = z.iso.datetime({ precision: 3 })

/** Time of day in Amsterdam, 'HH:MM'. */
export const timeOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/**
 * Text that is stored or compared exactly as sent: passwords, keys, files. `max` in UTF-16 units. Every text field of a request
 * uses this or `textSchema`, or has a pattern or format that limits its characters (tests/domain/text.test.ts).
 */
export const exactTextSchema = (max: number) => z.string().max(max).refine(isText)

/** Text that people type or import, without the invisible characters at its edges. */
export const textSchema = (max: number) => exactTextSchema(max).overwrite(trimText)

/** Text of one line that a device noted, and nobody can be asked to type again: line ends and other controls become a space. */
export const lineSchema = (max: number) =>
  textSchema(max).overwrite((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))

/** JSON in a format that others define, such as a browser's passkey; its texts have the same limits. */
export const exactJsonSchema = z.record(z.string(), z.unknown()).refine(holdsTexts)

function holdsTexts(value: unknown): boolean {
  if (typeof value === 'string') return isText(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => isText(name) && holdsTexts(part))
}

/** Limits the size of the name of a school year, department, module or room; `schoolNameRefusal` has the rules. */
export const schoolNameSchema = textSchema(1_000)

/** Field that a colleague changed meanwhile, with label and both values in Dutch. */
export const differenceSchema = z.object({
  field: z.string(),
  label: z.string(),
  yours: z.string(),
  theirs: z.string(),
})
export type Difference = z.infer<typeof differenceSchema>
