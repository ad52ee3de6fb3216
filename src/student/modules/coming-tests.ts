import { futureEnrollment } from '#domain/enrollments/choice.rules.ts'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import { byStart } from '#domain/testmoments/testmoment.rules.ts'

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
