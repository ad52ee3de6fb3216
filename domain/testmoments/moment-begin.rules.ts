import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { readAmsterdamTime } from '#domain/calendar/written-time.ts'
import type { ShownTestmoment } from './testmoment.schema.ts'

/** Instant (ms) at which a moment begins: its start time, or the start of its first day if it has none. */
export const beginOf = ({ date, starts_at }: Pick<ShownTestmoment, 'date' | 'starts_at'>): number =>
  Date.parse((starts_at && readAmsterdamTime(`${date}T${starts_at}`)) ?? '') || startOfDay(date)
