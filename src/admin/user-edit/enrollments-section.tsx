import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { EnrollmentRow } from './enrollment-row.tsx'
import type { StudentEnrollments } from './load-user.ts'
import styles from './user-edit.module.css'
import { userEditTexts as texts } from './user-edit.texts.ts'

interface EnrollmentsSectionProps {
  api: Api
  user: User
  enrollments: StudentEnrollments
}

/** A teacher enrolls and unenrols a student, also where enrolling is closed; every other rule holds. */
export const EnrollmentsSection = ({ api, user, enrollments }: EnrollmentsSectionProps) => (
  <EditSection title="Inschrijvingen">
    {enrollments.testmoments.length === 0 && <p>{texts.noMoments}</p>}
    {enrollments.statuses.length === 0 ? (
      <p>{texts.noModules}</p>
    ) : (
      <ul className={styles.modules}>
        {enrollments.statuses.map((status) => (
          <li key={status.module.id}>
            <EnrollmentRow api={api} user={user} status={status} enrollments={enrollments} />
          </li>
        ))}
      </ul>
    )}
  </EditSection>
)
