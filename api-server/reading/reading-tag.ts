import type { EnrollingParty } from '#domain/enrollments/enrollment.rules.ts'
import { entityTag } from '#server/entity-tag.ts'
import type { Glance } from './reading.ts'

/**
 * The tag of a student's list, made without making the list, of everything that it depends on: the school, the turning
 * point that was passed last, the student, and who asks for what.
 */
export const readingTag = ({ student, schoolNow }: Glance, by: EnrollingParty, question = ''): string =>
  entityTag(
    [
      schoolNow.school.revision,
      schoolNow.since,
      student.id,
      student.information_checked,
      student.education_department_id,
      student.enrollment_ids,
      student.completed_ids,
      by,
      question,
    ].join(),
  )
