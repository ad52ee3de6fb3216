import { z } from 'zod'

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

/** Bounds what is read of the name of a school year, department or module; what it must be like is said by `schoolNameRefusal`. */
export const schoolNameSchema = z.string().max(1_000)

/** One field that a colleague changed meanwhile; label and both values in Dutch, ready to be read. */
export const differenceSchema = z.object({
  field: z.string(),
  label: z.string(),
  yours: z.string(),
  theirs: z.string(),
})
export type Difference = z.infer<typeof differenceSchema>
