import type { KnownModuleStatus } from '#domain/enrollments/module-status.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { type EnrollmentChoice, enrollmentChoices, offeredWish, type StudentSituation } from './enrollment-choices.ts'

/** Link of a button that cannot be pressed yet. */
const LATER: Link = { method: 'POST', href: '/api/v1/enrollment' }

/**
 * The choices for a dialog: at a moment that would be open if its switch were on, what can be chosen or left then has its
 * button already, at its place. So an opening changes words, and moves nothing.
 */
export function choicesWithPlaces(status: KnownModuleStatus, situation: StudentSituation): EnrollmentChoice[] {
  return enrollmentChoices(status, situation).map((choice) => {
    const { testmoment, unanswered } = choice
    if (unanswered || testmoment.enrollments_enabled || (choice.enrollment === null && choice.entry)) return choice
    const _links = { ...testmoment._links, enroll: LATER }
    const opened = { ...testmoment, enrollments_enabled: true, _links }
    const [later] = enrollmentChoices(leftLater(status, testmoment.id), { ...situation, testmoments: [opened] })
    return later && offeredWish(later) ? { ...later, testmoment: { ...testmoment, _links }, isYetToOpen: true } : choice
  })
}

/** With the link to leave the moment, which the server gives once it is open. */
function leftLater(status: KnownModuleStatus, momentId: number): KnownModuleStatus {
  const held = status.enrollments[momentId]
  if (!held) return status
  const enrollment = { ...held.enrollment, _links: { ...held.enrollment._links, delete: LATER } }
  return { ...status, enrollments: { ...status.enrollments, [momentId]: { ...held, enrollment } } }
}
