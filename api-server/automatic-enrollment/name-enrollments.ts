import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import type { AutomaticEnrollment } from '#domain/enrollments/listed-enrollment.schema.ts'
import type { Offer } from './load-offer.ts'

/** What is shown of enrollments that would be made from this offer. */
export function nameEnrollments(offer: Offer, enrollments: readonly EnrollmentCreate[]): AutomaticEnrollment[] {
  const moments = new Map(offer.moments.map(({ id, date, duration }) => [id, { id, date, duration }]))
  return enrollments.flatMap(({ testmoment_id, module_id }) => {
    const testmoment = moments.get(testmoment_id)
    const module = offer.modules.get(module_id)
    return testmoment && module ? [{ testmoment, module }] : []
  })
}
