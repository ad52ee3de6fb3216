import { enrollmentFactsOf, futureEnrollments, moduleFactsOf, momentFactsOf } from '#domain/enrollments/choice.rules.ts'
import {
  type EnrollmentQuestion,
  type HeldElsewhere,
  heldElsewhere,
  isOffered,
  mayEnroll,
  mayUnenroll,
  slotsLeft,
  type UnenrollmentRefusal,
  type Verdict,
} from '#domain/enrollments/enrollment.rules.ts'
import type { Enrollment } from '#domain/enrollments/enrollment.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { KnownModuleStatus, ModuleStatus, UnansweredWish } from '#domain/modules/module.schema.ts'
import { byStart } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment, WhenAndWhere } from '#domain/testmoments/testmoment.schema.ts'

/** One moment at which a module can be taken, or is; the verdict is on what could be changed about that. */
export type EnrollmentChoice = { testmoment: Testmoment; slots: number; unanswered: UnansweredWish | null } & (
  | { enrollment: Enrollment; verdict: Verdict<UnenrollmentRefusal> }
  | { enrollment: null; verdict: Verdict; held: HeldElsewhere | null; move: Move | null }
)

/** The way out where another moment stands in the way: to take this one in its place. */
interface Move {
  link: Link
  from: WhenAndWhere
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
  status: KnownModuleStatus,
  { statuses, testmoments, now }: StudentSituation,
): EnrollmentChoice[] {
  const module = moduleFactsOf(status)
  const enrollments = enrollmentFactsOf(statuses)
  return testmoments.toSorted(byStart).flatMap((testmoment): EnrollmentChoice[] => {
    const moment = momentFactsOf(testmoment)
    const slots = slotsLeft(moment, enrollments)
    const enrollment = status.enrollments[testmoment.id]?.enrollment
    const unanswered = unansweredAt(testmoment, status)
    if (enrollment) {
      const verdict = mayUnenroll(moment, 'student', now)
      return [
        {
          testmoment,
          slots,
          unanswered,
          enrollment,
          verdict: verdict.allowed && !enrollment._links.delete ? closed : verdict,
        },
      ]
    }
    if (!isOffered(moment, module)) return []
    const verdict = mayEnroll({ moment, module, enrollments, by: 'student', now })
    const given = verdict.allowed && !testmoment._links.enroll ? closed : verdict
    const elsewhere = isHeldElsewhere(given)
      ? heldIn(status, { moment, module, enrollments, by: 'student', now })
      : { held: null, move: null }
    return [{ testmoment, slots, unanswered, enrollment: null, verdict: given, ...elsewhere }]
  })
}

const unansweredAt = ({ id }: Testmoment, { unanswered }: KnownModuleStatus): UnansweredWish | null =>
  unanswered && (unanswered.testmoment.id === id || unanswered.from_id === id) ? unanswered : null

const isHeldElsewhere = (verdict: Verdict): boolean => !verdict.allowed && verdict.refusal === 'existing-enrollment'

/** Where the module is held now, and the move from there: as the rule says and the server's link, which knows better. */
function heldIn(status: ModuleStatus, question: EnrollmentQuestion): { held: HeldElsewhere | null; move: Move | null } {
  const [current] = futureEnrollments(status, question.now)
  if (!current) return { held: null, move: null }
  const { enrollment, testmoment } = current
  const held = heldElsewhere(question, testmoment)
  const link = enrollment._links.move
  if (held.obstacle) return { held, move: null }
  if (!link) return { held: { ...held, obstacle: { half: 'leaving', refusal: closed.refusal } }, move: null }
  return { held, move: { link, from: testmoment } }
}

type OfferedWish = { wish: 'enrolled' | 'unenrolled'; link: Link } | ({ wish: 'moved' } & Move)

/** The one thing that the student can do about this choice, or null where there is none. */
export function offeredWish(choice: EnrollmentChoice): OfferedWish | null {
  const { testmoment, verdict } = choice
  if (!verdict.allowed) return choice.enrollment === null && choice.move ? { wish: 'moved', ...choice.move } : null
  const wish = choice.enrollment ? 'unenrolled' : 'enrolled'
  const link = choice.enrollment ? choice.enrollment._links.delete : testmoment._links.enroll
  return link ? { wish, link } : null
}
