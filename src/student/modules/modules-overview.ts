import {
  enrollmentFactsOf,
  futureEnrollment,
  futureEnrollments,
  moduleFactsOf,
  momentFactsOf,
} from '#domain/enrollments/choice.rules.ts'
import {
  mayEnroll,
  mayUnenroll,
  opensAt,
  type UnenrollmentRefusal,
  type Verdict,
} from '#domain/enrollments/enrollment.rules.ts'
import type {
  Enrollment,
  KnownModuleStatus,
  ModuleStatus,
  StatusMoment,
  Testmoment,
} from '#domain/enrollments/enrollment.schema.ts'
import { byStart } from '#domain/testmoments/testmoment.rules.ts'
import { type Seats, seatsAt } from '#src/enrollment/agreed-lists.ts'

export interface ChoosableMoment {
  testmoment: Testmoment
  /** modules that this student may still choose there */
  choosable: ModuleStatus['module'][]
  /** seats for newcomers; undefined without a limit, and while unknown */
  free: number | undefined
  /** students on the waiting list; undefined in the same cases */
  waiting: number | undefined
  /** everything left to choose there needs a place on the waiting list */
  isFull: boolean
}

/** Moments at which this student can still choose something, or wait for a seat; earliest first. */
export function choosableMoments(
  statuses: readonly ModuleStatus[],
  testmoments: readonly Testmoment[],
  now: number,
  seats?: Seats,
): ChoosableMoment[] {
  const enrollments = enrollmentFactsOf(statuses)
  return testmoments
    .toSorted(byStart)
    .map((testmoment) => {
      const moment = momentFactsOf(testmoment)
      const { free, waiting } = seatsAt(seats, testmoment) ?? {}
      const choosable = statuses.flatMap((status) => {
        const module = moduleFactsOf(status)
        const verdict = mayEnroll({ moment, module, enrollments, by: 'student', free_seats: free, now })
        const isFull = !verdict.allowed && verdict.refusal === 'moment-full'
        const isTaken = testmoment.id in status.enrollments || (isFull && isWaiting(seats, testmoment.id, module.id))
        return (verdict.allowed || isFull) && !isTaken ? [{ module: status.module, isFull }] : []
      })
      return {
        testmoment,
        choosable: choosable.map(({ module }) => module),
        isFull: choosable.every(({ isFull }) => isFull),
        free,
        waiting,
      }
    })
    .filter(({ choosable }) => choosable.length > 0)
}

const isWaiting = (seats: Seats | undefined, momentId: number, moduleId: number): boolean =>
  seats?.waiting.some((entry) => entry.testmoment_id === momentId && entry.module_id === moduleId) ?? false

export interface AnnouncedMoment extends ChoosableMoment {
  /** ISO instant at which it opens by itself */
  opening: string
}

/** Moments that open by themselves, with something for this student to choose then; first to open first. */
export function announcedMoments(
  statuses: readonly ModuleStatus[],
  testmoments: readonly Testmoment[],
): AnnouncedMoment[] {
  return testmoments
    .flatMap((testmoment) => {
      const opening = opensAt(testmoment)
      if (opening === null) return []
      const [opened] = choosableMoments(statuses, [{ ...testmoment, enrollments_enabled: true }], Date.parse(opening))
      return opened ? [{ ...opened, opening }] : []
    })
    .toSorted((one, other) => Date.parse(one.opening) - Date.parse(other.opening))
}

export interface ComingTest {
  testmoment: StatusMoment
  modules: ModuleStatus['module'][]
  /** for those modules, one each */
  enrollments: Enrollment[]
  /** whether the student can unenroll from one of them, or why not */
  leaving: Verdict<UnenrollmentRefusal>
}

/** The student's current enrollments by moment, earliest first. A test that already has a record is not coming. */
export function comingTests(statuses: readonly ModuleStatus[], now: number): ComingTest[] {
  const byMoment = new Map<number, Omit<ComingTest, 'leaving'>>()
  for (const status of statuses) {
    const coming = futureEnrollments(status, now).find(({ enrollment }) => !enrollment.has_record)
    if (!coming) continue
    const { testmoment, enrollment } = coming
    const test = byMoment.get(testmoment.id) ?? { testmoment, modules: [], enrollments: [] }
    test.modules.push(status.module)
    test.enrollments.push(enrollment)
    byMoment.set(testmoment.id, test)
  }
  return [...byMoment.values()]
    .map((test) => ({ ...test, leaving: leavingOf(test, now) }))
    .sort((one, other) => byStart(one.testmoment, other.testmoment))
}

/** Whether the student can unenroll, by the rule and by the server's link, which is more recent. */
function leavingOf({ testmoment, enrollments }: Omit<ComingTest, 'leaving'>, now: number): ComingTest['leaving'] {
  const verdicts = enrollments.map(({ has_record, _links }): ComingTest['leaving'] => {
    const verdict = mayUnenroll({ ...testmoment, has_record: has_record === true }, 'student', now)
    return verdict.allowed && !_links.delete ? { allowed: false, refusal: 'enrollments-closed' } : verdict
  })
  return verdicts.find(({ allowed }) => allowed) ?? verdicts[0] ?? { allowed: true }
}

/** Whether nothing is left to do about the module: the student is enrolled at a coming moment, and no answer is missing. */
export const isSettled = (status: KnownModuleStatus, now: number): boolean =>
  !status.unanswered && futureEnrollment(status, now) !== null
