import { pathOf } from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollment.ts'
import type { Enrollment } from '#domain/enrollments/enrollment.schema.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { enrollmentReply, type Reader } from './enrollment-reply.ts'

type ShownTestmoment = Omit<Testmoment, 'enrollments' | '_links'>

const enroll = { method: createEnrollment.method, href: pathOf(createEnrollment) }

/** The link `enroll` is there while this reader could enroll the student in something that was asked for. */
export const testmomentReply = (
  moment: ShownTestmoment,
  own: readonly Omit<Enrollment, '_links'>[],
  reader: Reader & { mayEnroll: boolean },
): Testmoment => ({
  id: moment.id,
  date: moment.date,
  duration: moment.duration,
  enrollments_enabled: moment.enrollments_enabled,
  enrollments_open_at: moment.enrollments_open_at,
  enrollments_close_at: moment.enrollments_close_at,
  max_enrollments: moment.max_enrollments,
  modules: moment.modules,
  enrollments: own.map((enrollment) => enrollmentReply(enrollment, moment, reader)),
  version: moment.version,
  _links: reader.mayEnroll ? { enroll } : {},
})
