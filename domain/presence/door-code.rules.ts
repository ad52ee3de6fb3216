import { addDays, dayOf, startOfDay } from '#domain/calendar/amsterdam.ts'
import {
  earliestCurrentDay,
  endOf,
  isOver,
  type MomentFacts,
  type Passed,
} from '#domain/testmoments/testmoment.rules.ts'

type Days = Pick<MomentFacts, 'date' | 'duration'>

/** Days before a moment from which a student's own lists have their code, so that a phone has it without a network. */
const DAYS_BEFORE = 7

/** Whether codes of this moment are given out and read: from a week before its first day until its end. */
export const hasCodes = (moment: Days, passed: Passed): boolean =>
  passed(startOfDay(addDays(moment.date, -DAYS_BEFORE))) && !isOver(moment, passed)

export const shareDay = (one: Days, other: Days): boolean =>
  startOfDay(one.date) < endOf(other) && startOfDay(other.date) < endOf(one)

/** First and last day on which a moment begins that can have a day in common with this one. */
export const firstDaysShared = (moment: Days): { from: string; to: string } => ({
  from: earliestCurrentDay(startOfDay(moment.date)),
  to: dayOf(endOf(moment) - 1),
})

/** Text of a code, and of its hash: 128 bits, base64url. */
export const DOOR_CODE = /^[\w-]{22}$/
