import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { READABLE, UNREADABLE } from '#domain/entities/school-name.rules.ts'

/** In code points, of the composed form. */
export const MAX_LOCATION_LENGTH = 80

/**
 * - `end-without-start`: it says when it ends, and not when it starts
 * - `end-too-early`: it would end before it starts, or at once
 * - `week-with-times`: a week is of days alone
 */
export const placeRefusals = [
  'location-too-long',
  'location-unreadable',
  'end-without-start',
  'end-too-early',
  'week-with-times',
] as const
export type PlaceRefusal = (typeof placeRefusals)[number]

/** A place as it is kept: composed, of one line, and null where nothing is said. */
export const tidyLocation = (location: string | null): string | null =>
  location?.normalize('NFC').replace(/\s+/gu, ' ').trim() || null

/** Why a moment cannot be there and then, the first that holds; null when it can. Its place is tidy, its times are 'HH:MM'. */
export function placeRefusal({ duration, location, starts_at, ends_at }: WhenAndWhere): PlaceRefusal | null {
  if (location !== null) {
    if (UNREADABLE.test(location) || !READABLE.test(location)) return 'location-unreadable'
    if ([...location].length > MAX_LOCATION_LENGTH) return 'location-too-long'
  }
  if (duration === 'week') return starts_at === null && ends_at === null ? null : 'week-with-times'
  if (ends_at === null) return null
  if (starts_at === null) return 'end-without-start'
  return ends_at <= starts_at ? 'end-too-early' : null
}
