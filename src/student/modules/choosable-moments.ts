import { mayEnroll, slotsLeft } from '#domain/enrollment/enrollment.rules.ts'
import { enrollmentFactsOf, moduleFactsOf, momentFactsOf } from '#domain/enrollment/enrollment-facts.ts'
import type { ModuleStatus } from '#domain/module/module-status.schema.ts'
import { closesAt } from '#domain/testmoment/opening.rules.ts'
import { byStart } from '#domain/testmoment/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoment/testmoment.schema.ts'

export interface ChoosableMoment {
  testmoment: Testmoment
  /** what this student may still choose there */
  choosable: ModuleStatus['module'][]
  slots: number
  /** until when (ISO) that can be done; null where no closing is planned */
  closing: string | null
}

/** The moments at which this student can still choose something, the first one first. */
export function choosableMoments(
  statuses: readonly ModuleStatus[],
  testmoments: readonly Testmoment[],
  now: number,
): ChoosableMoment[] {
  const enrollments = enrollmentFactsOf(statuses)
  return testmoments
    .toSorted(byStart)
    .map((testmoment) => {
      const moment = momentFactsOf(testmoment)
      const choosable = statuses.filter(
        (status) =>
          mayEnroll({ moment, module: moduleFactsOf(status), enrollments, by: 'student', now }).allowed &&
          !(testmoment.id in status.enrollments),
      )
      return {
        testmoment,
        choosable: choosable.map(({ module }) => module),
        slots: slotsLeft(moment, enrollments),
        closing: closesAt(testmoment, now),
      }
    })
    .filter(({ choosable }) => choosable.length > 0)
}
