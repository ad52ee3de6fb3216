import type { User } from '#domain/user/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { EnrolmentRow } from './enrolment-row.tsx'
import type { StudentEnrolments } from './load-user.ts'
import styles from './user-edit.module.css'
import { userEditTexts as texts } from './user-edit.texts.ts'

interface EnrolmentsSectionProps {
  api: Api
  user: User
  enrolments: StudentEnrolments
}

/** A teacher enrols and unenrols a student, also where enrolling is closed; every other rule holds. */
export const EnrolmentsSection = ({ api, user, enrolments }: EnrolmentsSectionProps) => (
  <EditSection title="Inschrijvingen">
    {enrolments.testmoments.length === 0 && <p>{texts.noMoments}</p>}
    {enrolments.statuses.length === 0 ? (
      <p>{texts.noModules}</p>
    ) : (
      <ul className={styles.modules}>
        {enrolments.statuses.map((status) => (
          <li key={status.module.id}>
            <EnrolmentRow api={api} user={user} status={status} enrolments={enrolments} />
          </li>
        ))}
      </ul>
    )}
  </EditSection>
)
