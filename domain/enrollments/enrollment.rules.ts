import { instantsOf, isOver, type MomentFacts, type Passed, passedAt } from '#domain/testmoments/testmoment.rules.ts'
import { hasClosed } from './closing.rules.ts'
import type { Testmoment } from './enrollment.schema.ts'

/** Party that asks. An administrator may also enroll a student while enrollment is closed; all other rules bind them too. */
export type EnrollingParty = 'student' | 'administrator'

export interface ModuleFacts {
  id: number
  active: boolean
  in_department: boolean
  is_completed: boolean
}

/** An enrollment that the student already has, with the facts of its moment that the rules need. */
export interface EnrollmentFacts {
  testmoment_id: number
  module_id: number
  moment: Pick<MomentFacts, 'date' | 'duration' | 'schoolyear_active'>
}

export interface EnrollmentQuestion {
  moment: MomentFacts
  module: ModuleFacts
  /** all enrollments of this student that may matter: those in the active school year at least */
  enrollments: readonly EnrollmentFacts[]
  by: EnrollingParty
  /** seats open to newcomers at the moment; undefined without a limit, or when the caller does not know */
  free_seats?: number | undefined
  /** server time, in milliseconds since the epoch */
  now: number
}

/** Times of a moment and its enrollment switch, which decide whether enrollment is open. */
export type MomentTimes = Pick<MomentFacts, 'date' | 'duration' | 'enrollments_enabled' | 'enrollments_close_at'>

/**
 * Refuses because of the time. It reads the clock through `passed` only, so `enrollmentChanges` holds each instant at
 * which its answer changes. Cached answers (tags of replies, timers of screens) rely on those instants.
 */
interface TimeCondition {
  refusal: string
  /** whether it binds students only */
  studentsOnly: boolean
  refuses: (moment: MomentTimes, passed: Passed) => boolean
}

/** Refuses because of facts, not of the time: the caller passes which other moments are still current. */
interface FactCondition {
  refusal: string
  refusesBy: (choice: Choice, isCurrent: (moment: EnrollmentFacts['moment']) => boolean) => boolean
}
/** A condition of either kind; code that only needs the clock ignores the parameters of `refusesBy`. */
type Condition = TimeCondition | { refusal: string; refusesBy: unknown }
type Choice = Pick<EnrollmentQuestion, 'moment' | 'module' | 'enrollments' | 'free_seats'>

const past = { refusal: 'testmoment-past', studentsOnly: false, refuses: isOver } as const satisfies TimeCondition
const closed = {
  refusal: 'enrollments-closed',
  studentsOnly: true,
  refuses: hasClosed,
} as const satisfies TimeCondition

/** Conditions in order of precedence. A student who is refused by the last one only may wait for a seat. */
const enrolling = [
  { refusal: 'schoolyear-inactive', refusesBy: ({ moment }) => !moment.schoolyear_active },
  past,
  closed,
  { refusal: 'module-unavailable', refusesBy: ({ moment, module }) => !isOffered(moment, module) },
  { refusal: 'module-completed', refusesBy: ({ module }) => module.is_completed },
  {
    refusal: 'existing-enrollment',
    refusesBy: ({ enrollments, module }, isCurrent) => taken(enrollments, module.id, isCurrent) !== undefined,
  },
  { refusal: 'no-slots-left', refusesBy: ({ moment, enrollments }) => slotsLeft(moment, enrollments) === 0 },
  {
    refusal: 'moment-full',
    refusesBy: ({ moment, enrollments, free_seats = Number.POSITIVE_INFINITY }) =>
      free_seats <= 0 && !hasSeat(enrollments, moment.id),
  },
] as const satisfies readonly (TimeCondition | FactCondition)[]

/** Facts that decide whether a student can unenroll. `has_record`: attendance or a result belongs to the enrollment. */
export type LeavingFacts = MomentTimes & { has_record: boolean }

/** Attendance or a result blocks unenrolling even while enrollment is open, since unenrolling would delete it too. */
const recorded = { refusal: 'test-recorded', refusesBy: ({ has_record }: LeavingFacts) => has_record } as const

/** Unenrolling needs an open, current moment without a record: a past one is history. A full one can always be left. */
const unenrolling = [past, recorded, closed] as const

export type EnrollmentRefusal = (typeof enrolling)[number]['refusal']
export type UnenrollmentRefusal = (typeof unenrolling)[number]['refusal']

/** All refusal codes of this file's rules. Routes, schemas and statuses are derived from them. */
export const enrollmentRefusals = /* @__PURE__ */ enrolling.map(({ refusal }) => refusal)
export const unenrollmentRefusals = /* @__PURE__ */ unenrolling.map(({ refusal }) => refusal)

export type Verdict<Refusal = EnrollmentRefusal> = { allowed: true } | { allowed: false; refusal: Refusal }

const allowed = { allowed: true } as const
const refuse = <Refusal>(refusal: Refusal) => ({ allowed: false, refusal }) as const

const binds = ({ studentsOnly }: TimeCondition, by: EnrollingParty): boolean => !studentsOnly || by === 'student'

/**
 * Decides whether a student may enroll: the button and the server both use it. Returns the first refusal that applies. It
 * judges new enrollments only: if the student already has this module at this moment, callers return that enrollment
 * without asking.
 */
export function mayEnroll({ by, now, ...choice }: EnrollmentQuestion): Verdict {
  const passed = passedAt(now)
  const isNow = (moment: EnrollmentFacts['moment']) => !isOver(moment, passed)
  for (const condition of enrolling) {
    const refuses =
      'refuses' in condition
        ? binds(condition, by) && condition.refuses(choice.moment, passed)
        : condition.refusesBy(choice, isNow)
    if (refuses) return refuse(condition.refusal)
  }
  return allowed
}

export function mayUnenroll(held: LeavingFacts, by: EnrollingParty, now: number): Verdict<UnenrollmentRefusal> {
  const passed = passedAt(now)
  const condition = unenrolling.find((each) =>
    'refusesBy' in each ? each.refusesBy(held) : binds(each, by) && each.refuses(held, passed),
  )
  return condition ? refuse(condition.refusal) : allowed
}

/** Instants (ms) at which the rules' answer about a moment may change just because time passes, earliest first. */
export const enrollmentChanges = (moment: MomentTimes): number[] =>
  instantsOf((passed) => {
    for (const condition of [...enrolling, ...unenrolling])
      if ('refuses' in condition) condition.refuses(moment, passed)
  })

const refusingIn = (conditions: readonly Condition[], moment: MomentTimes, passed: Passed): TimeCondition | undefined =>
  conditions.filter((condition) => 'refuses' in condition).find((condition) => condition.refuses(moment, passed))

/** Whether the moment's switch and the clock let students enroll there; the rest of the rule depends on the student. */
export const canBeChosen = (moment: MomentTimes, now: number): boolean => !refusingIn(enrolling, moment, passedAt(now))

type RefusalByTime = Extract<(typeof enrolling)[number], TimeCondition>['refusal']

/** Refusal of all students by the moment's switch or the clock; null where `canBeChosen`. */
export const refusalByTime = (moment: MomentTimes, now: number): RefusalByTime | null =>
  enrolling.filter((condition) => 'refuses' in condition).find(({ refuses }) => refuses(moment, passedAt(now)))
    ?.refusal ?? null

/** Whether the moment's switch and the clock let students leave the moment, or move from it. */
export const canBeLeft = (moment: MomentTimes, now: number): boolean => !refusingIn(unenrolling, moment, passedAt(now))

/** First instant (ms) after `now` at which the conditions refuse students; null if they do now, or if only the end will. */
function closing(conditions: readonly Condition[], moment: MomentTimes, now: number): number | null {
  const refusing = (passed: Passed) => refusingIn(conditions, moment, passed)
  if (refusing(passedAt(now))) return null
  const at = enrollmentChanges(moment).find((instant) => instant > now && refusing(passedAt(instant)))
  return at === undefined || refusing(passedAt(at)) === past ? null : at
}

/**
 * Instant (ISO) until which students can enroll at a moment that is open now; null if it is closed, or no closing is planned.
 * It is derived from the rule's own conditions, so the time that we show is the time at which the rule starts to refuse.
 */
export const closesAt = (moment: MomentTimes, now: number): string | null => isoOf(closing(enrolling, moment, now))

/** Like `closesAt`, for leaving a moment or moving from it. */
export const leavingClosesAt = (moment: MomentTimes, now: number): string | null =>
  isoOf(closing(unenrolling, moment, now))

type PlannedTimes = MomentTimes & Pick<Testmoment, 'enrollments_open_at'>

/** The moment as it is once its switch is turned on; a planned closing stays. */
const switchedOn = <Moment extends MomentTimes>(moment: Moment): Moment => ({ ...moment, enrollments_enabled: true })

/**
 * Instant (ISO) at which students can enroll at a closed moment because its opening is planned; null if it is open, if no
 * opening is planned, or if the rule would refuse them at that instant too.
 */
export function opensAt(moment: PlannedTimes): string | null {
  const { enrollments_enabled, enrollments_open_at } = moment
  if (enrollments_enabled || enrollments_open_at === null) return null
  return canBeChosen(switchedOn(moment), Date.parse(enrollments_open_at)) ? enrollments_open_at : null
}

/** Closing (ISO), as `closesAt`, of a moment that opens at this instant. */
export const closesAfterOpening = (moment: MomentTimes, opening: string): string | null =>
  closesAt(switchedOn(moment), Date.parse(opening))

/** Whether students cannot enroll now, and could if a teacher opened the moment: news about an opening may still come. */
export const mayStillOpen = (moment: MomentTimes, now: number): boolean =>
  !canBeChosen(moment, now) && canBeChosen({ ...switchedOn(moment), enrollments_close_at: null }, now)

const isoOf = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())

/** Next change by the schedule, and its instant (ISO). An opening that is slightly overdue counts as still to come. */
export interface PlannedChange {
  change: 'opening' | 'closing'
  at: string
}

/** First instant (ms) after `now` at which a moment opens or a rule's answer about it changes; null if there is none. */
export function nextChange(moments: readonly PlannedTimes[], now: number): number | null {
  const coming = moments
    .flatMap((moment) => [Date.parse(moment.enrollments_open_at ?? ''), ...enrollmentChanges(moment)])
    .filter((instant) => instant > now)
  return coming.length === 0 ? null : Math.min(...coming)
}

/** Number of modules that this student may still take at the moment; Infinity without a limit. */
export function slotsLeft(
  moment: Pick<MomentFacts, 'id' | 'max_enrollments'>,
  enrollments: readonly Pick<EnrollmentFacts, 'testmoment_id'>[],
): number {
  if (moment.max_enrollments === 0) return Number.POSITIVE_INFINITY
  const count = enrollments.filter((enrollment) => enrollment.testmoment_id === moment.id).length
  return Math.max(0, moment.max_enrollments - count)
}

/** A student takes one seat at a moment, however many modules. */
export const hasSeat = (enrollments: readonly Pick<EnrollmentFacts, 'testmoment_id'>[], momentId: number): boolean =>
  enrollments.some(({ testmoment_id }) => testmoment_id === momentId)

/** Whether the moment offers the module. An empty `module_ids` means all modules; department and `active` always count. */
export const isOffered = (moment: Pick<MomentFacts, 'module_ids'>, module: ModuleFacts): boolean =>
  module.active && module.in_department && (moment.module_ids.length === 0 || moment.module_ids.includes(module.id))

export const taken = <Facts extends EnrollmentFacts>(
  enrollments: readonly Facts[],
  moduleId: number,
  isCurrent: (moment: EnrollmentFacts['moment']) => boolean,
): Facts | undefined =>
  enrollments.find(({ module_id, moment }) => module_id === moduleId && moment.schoolyear_active && isCurrent(moment))
