import {
  type EnrollmentQuestion,
  isOffered,
  mayEnroll,
  mayUnenroll,
  slotsLeft,
  type UnenrollmentRefusal,
  type Verdict,
} from '#domain/enrollment/enrollment.rules.ts'
import type { Enrollment } from '#domain/enrollment/enrollment.schema.ts'
import { enrollmentFactsOf, moduleFactsOf, momentFactsOf } from '#domain/enrollment/enrollment-facts.ts'
import { mayMove } from '#domain/enrollment/move.rules.ts'
import type { Link } from '#domain/link/link.schema.ts'
import type { ModuleStatus } from '#domain/module/module-status.schema.ts'
import { byStart } from '#domain/testmoment/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoment/testmoment.schema.ts'

/** One moment at which a module can be taken, or is; the verdict is on what could be changed about that. */
export type EnrollmentChoice = { testmoment: Testmoment; slots: number } & (
  | { enrollment: Enrollment; verdict: Verdict<UnenrollmentRefusal> }
  | { enrollment: null; verdict: Verdict; move: Move | null }
)

/** The way out where another moment stands in the way: to take this one in its place. */
export interface Move {
  link: Link
  from: Pick<Testmoment, 'date' | 'duration'>
}

interface StudentSituation {
  statuses: readonly ModuleStatus[]
  testmoments: readonly Testmoment[]
  /** the server's time, in milliseconds since the epoch */
  now: number
}

/** The rule says yes and the server gives no link: it has closed the moment by a clock or a change not seen here yet. */
const closed = { allowed: false, refusal: 'enrollments-closed' } as const

/** Where the module is offered to this student or taken by them, the first moment first. */
export function enrollmentChoices(
  status: ModuleStatus,
  { statuses, testmoments, now }: StudentSituation,
): EnrollmentChoice[] {
  const module = moduleFactsOf(status)
  const enrollments = enrollmentFactsOf(statuses)
  return testmoments.toSorted(byStart).flatMap((testmoment): EnrollmentChoice[] => {
    const moment = momentFactsOf(testmoment)
    const slots = slotsLeft(moment, enrollments)
    const enrollment = status.enrollments[testmoment.id]?.enrollment
    if (enrollment) {
      const verdict = mayUnenroll(moment, 'student', now)
      return [
        { testmoment, slots, enrollment, verdict: verdict.allowed && !enrollment._links.delete ? closed : verdict },
      ]
    }
    if (!isOffered(moment, module)) return []
    const verdict = mayEnroll({ moment, module, enrollments, by: 'student', now })
    const given = verdict.allowed && !testmoment._links.enroll ? closed : verdict
    const move = isHeldElsewhere(given) ? moveFrom(status, { moment, module, enrollments, by: 'student', now }) : null
    return [{ testmoment, slots, enrollment: null, verdict: given, move }]
  })
}

const isHeldElsewhere = (verdict: Verdict): boolean => !verdict.allowed && verdict.refusal === 'existing-enrollment'

/** From the one of the module's enrolments that can be given up for this moment, as the rule says and the server's link. */
function moveFrom({ enrollments }: ModuleStatus, question: EnrollmentQuestion): Move | null {
  for (const { enrollment, testmoment } of Object.values(enrollments)) {
    const link = enrollment._links.move
    if (link && mayMove({ ...question, from: testmoment }).allowed) return { link, from: testmoment }
  }
  return null
}
