import type { Link } from '#domain/entities/entity.schema.ts'
import type { EnrollmentChoice, Move } from './enrollment-choices.ts'

export type OfferedWish = { wish: 'enrolled' | 'unenrolled'; link: Link } | ({ wish: 'moved' } & Move)

/** The one thing that the student can do about this choice, or null where there is none. */
export function offeredWish(choice: EnrollmentChoice): OfferedWish | null {
  const { testmoment, verdict } = choice
  if (!verdict.allowed) return choice.enrollment === null && choice.move ? { wish: 'moved', ...choice.move } : null
  const wish = choice.enrollment ? 'unenrolled' : 'enrolled'
  const link = choice.enrollment ? choice.enrollment._links.delete : testmoment._links.enroll
  return link ? { wish, link } : null
}
