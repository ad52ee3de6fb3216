import { endOf } from './testmoment.rules.ts'
import type { Testmoment } from './testmoment.schema.ts'

type ScheduledMoment = Pick<Testmoment, 'date' | 'duration' | 'enrollments_open_at' | 'enrollments_close_at'>

/** The first instant (ms) after `now` at which one of these opens, closes or is over; null when none will. */
export function nextChange(moments: readonly ScheduledMoment[], now: number): number | null {
  const coming = moments
    .flatMap((moment) => [instantOf(moment.enrollments_open_at), instantOf(moment.enrollments_close_at), endOf(moment)])
    .filter((instant) => instant > now)
  return coming.length === 0 ? null : Math.min(...coming)
}

/** NaN, which comes after nothing, for what is not planned. */
const instantOf = (iso: string | null): number => Date.parse(iso ?? '')
