import type { Reader } from '#api-server/replies/enrollment-reply.ts'
import { testmomentReply } from '#api-server/replies/testmoment-reply.ts'
import { mayEnroll } from '#domain/enrollments/enrollment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { completedBy, enrollmentsOf, offeredTo } from './own-choices.ts'
import type { Reading } from './reading.ts'

export interface TestmomentsQuestion {
  by: Reader['by']
  /** only moments that offer this module */
  moduleId: number | undefined
}

/** The current moments of the active school year, with this student's enrollments there. None while no year is active. */
export function testmoments(reading: Reading, { by, moduleId }: TestmomentsQuestion): Testmoment[] {
  const { schoolNow, now } = reading
  const enrollments = enrollmentsOf(reading)
  const completed = completedBy(reading)
  // Before onboarding is done nothing may be chosen, as the desk says too.
  const modules = (reading.student.information_checked ? offeredTo(reading) : [])
    .filter(({ module }) => moduleId === undefined || module.id === moduleId)
    .map((offered) => (completed.has(offered.module.id) ? offered.completed : offered.todo).facts)

  return schoolNow.current
    .filter(({ module_ids }) => moduleId === undefined || module_ids.length === 0 || module_ids.includes(moduleId))
    .map((moment) => {
      const own = enrollments.filter(({ testmoment_id }) => testmoment_id === moment.id)
      const mayEnrollInAny = modules.some((module) => mayEnroll({ moment, module, enrollments, by, now }).allowed)
      return testmomentReply(moment, own, { by, now, mayEnroll: mayEnrollInAny })
    })
}
