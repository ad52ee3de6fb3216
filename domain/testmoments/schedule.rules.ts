import type { ShownTestmoment } from './testmoment.schema.ts'

/** Whether students may enroll at a moment, and when that is planned to change. The times are ISO instants. */
export type OpeningTimes = Pick<ShownTestmoment, 'enrollments_enabled' | 'enrollments_open_at' | 'enrollments_close_at'>

/** Whether a time has passed; true from that millisecond on, as in `passedAt`. */
const hasPassed = (time: string | null, now: number): boolean => time !== null && Date.parse(time) <= now

/**
 * Times that remain when the schedule is carried out at `now`. A time that was carried out is removed, so that it is not
 * carried out twice. If both times passed while the server was down, the moment stays closed.
 */
export function carryOutSchedule(times: OpeningTimes, now: number): OpeningTimes {
  if (hasPassed(times.enrollments_close_at, now))
    return { enrollments_enabled: false, enrollments_open_at: null, enrollments_close_at: null }
  if (hasPassed(times.enrollments_open_at, now))
    return { ...times, enrollments_enabled: true, enrollments_open_at: null }
  return times
}

/**
 * Times after a moment was opened or closed by hand, such that the schedule does not undo it: passed times are cleared,
 * and so is the opening time if the moment is open now. Other times stay as planned.
 */
export function afterToggle(times: OpeningTimes, now: number): OpeningTimes {
  const ahead = (time: string | null) => (hasPassed(time, now) ? null : time)
  return {
    enrollments_enabled: times.enrollments_enabled,
    enrollments_open_at: times.enrollments_enabled ? null : ahead(times.enrollments_open_at),
    enrollments_close_at: ahead(times.enrollments_close_at),
  }
}

export const isReversed = ({ enrollments_open_at: open, enrollments_close_at: close }: OpeningTimes): boolean =>
  open !== null && close !== null && Date.parse(close) <= Date.parse(open)
