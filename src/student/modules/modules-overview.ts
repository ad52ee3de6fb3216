import { enrollmentFactsOf, futureEnrollment, moduleFactsOf, momentFactsOf } from '#domain/enrollments/choice.rules.ts'
import { mayEnroll, slotsLeft } from '#domain/enrollments/enrollment.rules.ts'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import { byStart, closesAt } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'

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

type EnrolledMoment = ModuleStatus['enrollments'][string]['testmoment']

interface ComingTest {
  testmoment: EnrolledMoment
  modules: ModuleStatus['module'][]
}

/** The student's current enrollments by moment, the first moment first. */
export function comingTests(statuses: readonly ModuleStatus[], now: number): ComingTest[] {
  const byMoment = new Map<number, ComingTest>()
  for (const status of statuses) {
    const testmoment = futureEnrollment(status, now)?.testmoment
    if (!testmoment) continue
    const test = byMoment.get(testmoment.id) ?? { testmoment, modules: [] }
    test.modules.push(status.module)
    byMoment.set(testmoment.id, test)
  }
  return [...byMoment.values()].sort((one, other) => byStart(one.testmoment, other.testmoment))
}
