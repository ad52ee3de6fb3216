import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { READABLE, UNREADABLE } from '#domain/entities/school-name.rules.ts'

/** Most code points of a location, in composed form (NFC). */
export const MAX_LOCATION_LENGTH = 80

export const placeRefusals = [
  'location-too-long',
  'location-unreadable',
  'end-without-start',
  'end-too-early',
  'week-with-times',
] as const
export type PlaceRefusal = (typeof placeRefusals)[number]

/** Location as stored: in NFC, with single plain spaces, and null if empty. A line end in it is refused. */
export const tidyLocation = (location: string | null): string | null =>
  location
    ?.normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim() || null

/** First reason why place or times are refused, or null. The location must be tidy (`tidyLocation`), times are 'HH:MM'. */
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
