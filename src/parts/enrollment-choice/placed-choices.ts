import type { KnownModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { type EnrollmentChoice, enrollmentChoices, offeredWish, type StudentSituation } from './enrollment-choices.ts'

/** Link of a button that cannot be pressed yet. */
const LATER: Link = { method: 'POST', href: '/api/v1/enrollment' }

/**
 * The choices for a dialog: at a moment that would be open if its switch were on, what can be chosen or left then has its
 * button already, at its place; so has a move from such a moment to another. So an opening changes words, and moves nothing.
 */
export function choicesWithPlaces(status: KnownModuleStatus, situation: StudentSituation): EnrollmentChoice[] {
  return enrollmentChoices(status, situation).map((choice) => {
    const { testmoment, unanswered } = choice
    if (unanswered || (choice.enrollment === null && choice.entry)) return choice
    const isYetToOpen = !testmoment.enrollments_enabled
    const _links = isYetToOpen ? { ...testmoment._links, enroll: LATER } : testmoment._links
    const testmoments = [{ ...testmoment, enrollments_enabled: true, _links }]
    const [later] = enrollmentChoices(leftLater(status), { ...situation, testmoments })
    if (!later || !offeredWish(later)) return choice
    const placed = isYetToOpen ? { testmoment: { ...testmoment, _links }, isYetToOpen } : {}
    if (later.enrollment) return isYetToOpen ? { ...later, ...placed } : choice
    const [now] = enrollmentChoices(status, { ...situation, testmoments })
    const elsewhere = now && now.enrollment === null ? now.held : null
    if (elsewhere?.obstacle?.half === 'leaving')
      return { ...later, ...placed, held: elsewhere, heldThen: later.held, isYetToBeLeft: true }
    return isYetToOpen ? { ...later, ...placed } : choice
  })
}

/** Adds links to leave moments that are closed now and to move from them: the server gives these links once they are open. */
function leftLater(status: KnownModuleStatus): KnownModuleStatus {
  const enrollments = Object.entries(status.enrollments).map(([id, held]) => {
    if (held.testmoment.enrollments_enabled) return [id, held]
    const enrollment = { ...held.enrollment, _links: { ...held.enrollment._links, delete: LATER, move: LATER } }
    return [id, { enrollment, testmoment: { ...held.testmoment, enrollments_enabled: true } }]
  })
  return { ...status, enrollments: Object.fromEntries(enrollments) }
}
