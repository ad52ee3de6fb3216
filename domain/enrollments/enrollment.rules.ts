import type { Testmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import {
  hasClosed,
  instantsOf,
  isOver,
  type MomentFacts,
  type Passed,
  passedAt,
} from '#domain/testmoments/testmoment.rules.ts'

/** Who asks: an administrator may also enroll a student while enrollment is closed, and is bound by every other rule. */
export type EnrollingParty = 'student' | 'administrator'

/** Facts about a module that decide for this student. */
export interface ModuleFacts {
  id: number
  active: boolean
  in_department: boolean
  is_completed: boolean
}

/** One enrollment the student already has, with what is needed of its moment. */
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
  /** how many seats newcomers find at the moment; left out without a limit, or by who does not know */
  free_seats?: number | undefined
  /** server time, in milliseconds since the epoch */
  now: number
}

/** Times and switch of a moment, as far as they decide. */
export type MomentTimes = Pick<MomentFacts, 'date' | 'duration' | 'enrollments_enabled' | 'enrollments_close_at'>

/**
 * Refuses by what time it is. Of the clock it sees `passed` alone, so each instant at which its answer turns is among
 * `enrollmentChanges`: what is kept of an answer (tags of replies, timers of screens) goes by those.
 */
interface TimeCondition {
  refusal: string
  /** whether it binds students only */
  studentsOnly: boolean
  refuses: (moment: MomentTimes, passed: Passed) => boolean
}

/** Refuses by facts, whatever the time. Which other moments are still current is said to it. */
interface FactCondition {
  refusal: string
  refusesBy: (choice: Choice, isCurrent: (moment: EnrollmentFacts['moment']) => boolean) => boolean
}
/** The clock matters to those of time alone; what else a condition asks does not. */
type Condition = TimeCondition | { refusal: string; refusesBy: unknown }
type Choice = Pick<EnrollmentQuestion, 'moment' | 'module' | 'enrollments' | 'free_seats'>

const past = { refusal: 'testmoment-past', studentsOnly: false, refuses: isOver } as const satisfies TimeCondition
const closed = {
  refusal: 'enrollments-closed',
  studentsOnly: true,
  refuses: hasClosed,
} as const satisfies TimeCondition

/** In the order in which they are given when several hold: who is refused by the last alone may wait for a seat. */
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

/** Nobody leaves what they were ticked at or graded for, however open it still is: it would be gone with what belongs to it. */
const recorded = { refusal: 'test-recorded', refusesBy: ({ has_record }: LeavingFacts) => has_record } as const

/** Unenrolling needs an open, current moment without a record: a past one is history. A full one can always be left. */
const unenrolling = [past, recorded, closed] as const

export type EnrollmentRefusal = (typeof enrolling)[number]['refusal']
export type UnenrollmentRefusal = (typeof unenrolling)[number]['refusal']

/** Every code by which a rule of this file refuses: routes, schemas and statuses follow. */
export const enrollmentRefusals = /* @__PURE__ */ enrolling.map(({ refusal }) => refusal)
export const unenrollmentRefusals = /* @__PURE__ */ unenrolling.map(({ refusal }) => refusal)

export type Verdict<Refusal = EnrollmentRefusal> = { allowed: true } | { allowed: false; refusal: Refusal }

const allowed = { allowed: true } as const
const refuse = <Refusal>(refusal: Refusal) => ({ allowed: false, refusal }) as const

const binds = ({ studentsOnly }: TimeCondition, by: EnrollingParty): boolean => !studentsOnly || by === 'student'

/**
 * The one rule that enables the button and that the server enforces. The first refusal that holds is given. It judges a
 * new enrollment: where the student is enrolled in this module at this moment already, that one is the answer and nothing
 * is asked.
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

/** The instants (ms) at which the rules' answer about a moment may change though nobody does anything, earliest first. */
export const enrollmentChanges = (moment: MomentTimes): number[] =>
  instantsOf((passed) => {
    for (const condition of [...enrolling, ...unenrolling])
      if ('refuses' in condition) condition.refuses(moment, passed)
  })

/** The first of these that refuses students by the time. */
const refusingIn = (conditions: readonly Condition[], moment: MomentTimes, passed: Passed): TimeCondition | undefined =>
  conditions.filter((condition) => 'refuses' in condition).find((condition) => condition.refuses(moment, passed))

/** Whether the moment's switch and the clock let students enroll there; the rest of the rule is about who asks. */
export const canBeChosen = (moment: MomentTimes, now: number): boolean => !refusingIn(enrolling, moment, passedAt(now))

/** The same of leaving a moment, or moving from it. */
export const canBeLeft = (moment: MomentTimes, now: number): boolean => !refusingIn(unenrolling, moment, passedAt(now))

/** The first instant (ms) after `now` from which these refuse students; null where they do now, or only the moment’s end will. */
function closing(conditions: readonly Condition[], moment: MomentTimes, now: number): number | null {
  const refusing = (passed: Passed) => refusingIn(conditions, moment, passed)
  if (refusing(passedAt(now))) return null
  const at = enrollmentChanges(moment).find((instant) => instant > now && refusing(passedAt(instant)))
  return at === undefined || refusing(passedAt(at)) === past ? null : at
}

/**
 * Until when (ISO) students can choose at a moment that is open now; null where it is closed, or no closing is planned.
 * What the rule refuses by decides, and nothing else: so a promise is as long as what it promises.
 */
export const closesAt = (moment: MomentTimes, now: number): string | null => isoOf(closing(enrolling, moment, now))

/** The same of leaving a moment, or moving from it. */
export const leavingClosesAt = (moment: MomentTimes, now: number): string | null =>
  isoOf(closing(unenrolling, moment, now))

const isoOf = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())

/** Next change by the schedule, and when (ISO). An opening that is slightly late is still to come. */
export interface PlannedChange {
  change: 'opening' | 'closing'
  at: string
}

/** The first instant (ms) after `now` at which one of these opens, or a rule's answer changes; null when none will. */
export function nextChange(
  moments: readonly (MomentTimes & Pick<Testmoment, 'enrollments_open_at'>)[],
  now: number,
): number | null {
  const coming = moments
    .flatMap((moment) => [Date.parse(moment.enrollments_open_at ?? ''), ...enrollmentChanges(moment)])
    .filter((instant) => instant > now)
  return coming.length === 0 ? null : Math.min(...coming)
}

/** How many more modules this student may take at the moment; Infinity without a limit. */
export function slotsLeft(
  moment: Pick<MomentFacts, 'id' | 'max_enrollments'>,
  enrollments: readonly Pick<EnrollmentFacts, 'testmoment_id'>[],
): number {
  if (moment.max_enrollments === 0) return Number.POSITIVE_INFINITY
  const taken = enrollments.filter((enrollment) => enrollment.testmoment_id === moment.id).length
  return Math.max(0, moment.max_enrollments - taken)
}

/** A student takes one seat at a moment, however many modules. */
export const hasSeat = (enrollments: readonly Pick<EnrollmentFacts, 'testmoment_id'>[], momentId: number): boolean =>
  enrollments.some(({ testmoment_id }) => testmoment_id === momentId)

/** None listed means every module; the department and the module's own `active` decide in either case. */
export const isOffered = (moment: Pick<MomentFacts, 'module_ids'>, module: ModuleFacts): boolean =>
  module.active && module.in_department && (moment.module_ids.length === 0 || moment.module_ids.includes(module.id))

export const taken = <Facts extends EnrollmentFacts>(
  enrollments: readonly Facts[],
  moduleId: number,
  isCurrent: (moment: EnrollmentFacts['moment']) => boolean,
): Facts | undefined =>
  enrollments.find(({ module_id, moment }) => module_id === moduleId && moment.schoolyear_active && isCurrent(moment))
