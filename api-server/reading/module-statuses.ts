import { enrollmentReply, type Reader } from '#api-server/replies/enrollment-reply.ts'
import { futureEnrollment } from '#domain/enrollments/choice.rules.ts'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { completedBy, enrollmentsOf, type OwnEnrollment, offeredTo } from './own-choices.ts'
import type { Reading } from './reading.ts'
import type { SchoolMoment } from './school.ts'

/**
 * The modules in use of a student's department, and any other in which they still have a current enrollment: what the
 * school took away from others must remain visible to who can still leave it.
 */
export function moduleStatuses(reading: Reading, by: Reader['by']): ModuleStatus[] {
  const { modules } = reading.schoolNow.school
  const reader = { by, now: reading.now }
  const held = Map.groupBy(enrollmentsOf(reading), ({ module_id }) => module_id)
  const completed = completedBy(reading)

  const statuses = offeredTo(reading).map((offered) => {
    const { id } = offered.module
    const { status } = completed.has(id) ? offered.completed : offered.todo
    const own = held.get(id)
    held.delete(id)
    return own ? withEnrollments(status, own, reader) : status
  })
  for (const [id, own] of held) {
    const module = modules.get(id)
    const current = own.some(({ moment }) => isCurrent(moment, reader.now))
    if (module && current)
      statuses.push(
        withEnrollments(
          { module, enrollments: {}, enrollment_moment: null, is_completed: completed.has(id) },
          own,
          reader,
        ),
      )
  }
  return statuses
}

function withEnrollments(status: ModuleStatus, own: readonly OwnEnrollment[], reader: Reader): ModuleStatus {
  const enrollments: ModuleStatus['enrollments'] = {}
  for (const enrollment of own)
    enrollments[enrollment.testmoment_id] = {
      enrollment: enrollmentReply(enrollment, enrollment.moment, reader),
      testmoment: momentOf(enrollment.moment),
    }
  return {
    ...status,
    enrollments,
    enrollment_moment: futureEnrollment({ enrollments }, reader.now)?.testmoment ?? null,
  }
}

const momentOf = ({ id, date, duration, enrollments_enabled, enrollments_close_at }: SchoolMoment) => ({
  id,
  date,
  duration,
  enrollments_enabled,
  enrollments_close_at,
})
