import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { readAmsterdamTime } from '#domain/calendar/written-time.ts'
import { withChanges } from '#domain/entities/differences.ts'
import { type PlaceRefusal, tidyLocation } from './place.rules.ts'
import { afterToggle, isReversed } from './schedule.rules.ts'
import { endOf, isCurrent, type MomentFacts } from './testmoment.rules.ts'
import type {
  ShownTestmoment,
  TestmomentEdit,
  TestmomentFields,
  TestmomentModule,
  TestmomentModuleList,
} from './testmoment.schema.ts'

export const newTestmoment: Omit<TestmomentFields, 'date'> = {
  duration: 'day',
  location: null,
  starts_at: null,
  ends_at: null,
  enrollments_enabled: false,
  enrollments_open_at: null,
  enrollments_close_at: null,
  max_enrollments: 0,
  seats: 0,
}

/** `enrollments-doubled`: a student would have a current enrollment in one module twice. */
export type TestmomentEditRefusal = 'enrollments-doubled' | PlaceRefusal | ScheduleRefusal

export const scheduleRefusals = [
  'opening-past',
  'closing-past',
  'opening-too-late',
  'closing-too-late',
  'schedule-reversed',
] as const
export type ScheduleRefusal = (typeof scheduleRefusals)[number]

/**
 * The moment after an edit. Changing the flag opens or closes it by hand, which also changes planned times (`afterToggle`).
 * Changing to a week clears the times of day, unless the edit sets new ones: those are kept, and refused elsewhere.
 */
export function applyEdit(fields: TestmomentFields, edit: TestmomentEdit, now: number): TestmomentFields {
  const { version, ...changes } = edit
  const changed = withChanges<TestmomentFields>(fields, changes)
  const timeOf = (name: 'starts_at' | 'ends_at') =>
    changed.duration === 'week' && changed[name] === fields[name] ? null : changed[name]
  const wished = {
    ...changed,
    location: tidyLocation(changed.location),
    starts_at: timeOf('starts_at'),
    ends_at: timeOf('ends_at'),
  }
  const toggled = wished.enrollments_enabled !== fields.enrollments_enabled
  return toggled ? { ...wished, ...afterToggle(wished, now) } : wished
}

/** Clocks differ, and a field shows no seconds: a planned time in the current minute means now. */
const LATENESS_MS = 60_000

/**
 * First reason why a moment cannot be planned like this, or null. An edit of something else is not refused for an unchanged
 * time that has passed, for an unchanged opening that was too late already, or for a late closing while the closing, the
 * day and the start time are unchanged.
 */
export function scheduleRefusal(fields: TestmomentFields, edit: TestmomentEdit, now: number): ScheduleRefusal | null {
  const planned = (time: 'enrollments_open_at' | 'enrollments_close_at'): number =>
    edit[time] === fields[time] ? Number.NaN : Date.parse(edit[time] ?? '')
  if (planned('enrollments_open_at') <= now - LATENESS_MS) return 'opening-past'
  if (planned('enrollments_close_at') <= now - LATENESS_MS) return 'closing-past'

  const edited = applyEdit(fields, edit, now)
  if (isReversed(edited)) return 'schedule-reversed'
  const wasTooLate = opensTooLate(fields) && edited.enrollments_open_at === fields.enrollments_open_at
  if (opensTooLate(edited) && !wasTooLate) return 'opening-too-late'
  const isSettled = (['enrollments_close_at', 'date', 'starts_at'] as const).every(
    (name) => edited[name] === fields[name],
  )
  return closesTooLate(edited) && !isSettled ? 'closing-too-late' : null
}

const closesTooLate = ({ enrollments_close_at, ...moment }: TestmomentFields): boolean =>
  enrollments_close_at !== null && Date.parse(enrollments_close_at) >= beginOf(moment)

/** Instant (ms) at which a moment begins: its start time, or the start of its first day if it has none. */
const beginOf = ({ date, starts_at }: Pick<ShownTestmoment, 'date' | 'starts_at'>): number =>
  Date.parse((starts_at && readAmsterdamTime(`${date}T${starts_at}`)) ?? '') || startOfDay(date)

const opensTooLate = ({ enrollments_open_at, ...days }: TestmomentFields): boolean =>
  enrollments_open_at !== null && Date.parse(enrollments_open_at) >= endOf(days)

type Days = Pick<MomentFacts, 'date' | 'duration'>

/** An enrollment in a module that the same student also takes at the moment that is edited, at another of its year. */
interface OtherEnrollment extends Days {
  user_id: number
}

/**
 * Number of students that an edit of a moment's days would give two current enrollments in one module. This happens only
 * if it makes a past moment current again: a student enrolled at a current moment has no other current one.
 */
export function countStudentsDoubled(
  { before, after, now }: { before: Days; after: Days; now: number },
  others: readonly OtherEnrollment[],
): number {
  if (isCurrent(before, now) || !isCurrent(after, now)) return 0
  const doubled = others.filter((enrollment) => isCurrent(enrollment, now))
  return new Set(doubled.map(({ user_id }) => user_id)).size
}

export type ListedModule = Pick<TestmomentModule, 'id' | 'auto_enroll'>

type Wished = TestmomentModuleList['entities'][number]

/** Adds or changes the named modules. Without `auto_enroll`, a new module has it off and a listed one keeps it. */
export function withModules(listed: readonly ListedModule[], named: readonly Wished[]): ListedModule[] {
  const toggles = new Map(listed.map(({ id, auto_enroll }) => [id, auto_enroll]))
  for (const { id, auto_enroll } of named) toggles.set(id, auto_enroll ?? toggles.get(id) ?? false)
  return [...toggles].map(([id, auto_enroll]) => ({ id, auto_enroll }))
}

/** Lists these modules like `withModules`, and no others. */
export function onlyModules(listed: readonly ListedModule[], named: readonly Wished[]): ListedModule[] {
  const ids = new Set(named.map(({ id }) => id))
  return withModules(listed, named).filter(({ id }) => ids.has(id))
}

/** Ids of modules whose automatic enrollment is on after the change, and was not before. */
export function switchedOn(before: readonly ListedModule[], after: readonly ListedModule[]): number[] {
  const were = new Set(before.filter(({ auto_enroll }) => auto_enroll).map(({ id }) => id))
  return after.filter(({ id, auto_enroll }) => auto_enroll && !were.has(id)).map(({ id }) => id)
}

/**
 * Whether a moment offered the module and no longer does, so that enrollments in it are deleted. An empty list offers all
 * active modules. Enrollments in an inactive module remain until it is removed from the list.
 */
export function isNoLongerOffered(
  module: { id: number; active: boolean },
  { before, after }: { before: readonly ListedModule[]; after: readonly ListedModule[] },
): boolean {
  const lists = (modules: readonly ListedModule[]) => modules.some(({ id }) => id === module.id)
  if (after.length === 0) return lists(before) && !module.active
  return (before.length === 0 || lists(before)) && !lists(after)
}
