import type { Api } from '#src/api/api.ts'
import { AuditLink, EditPage } from '#src/parts/editing/edit-section.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { ActionsSection } from './actions-section.tsx'
import { DepartmentSection } from './department-section.tsx'
import { EnrollmentsSection } from './enrollments-section.tsx'
import type { LoadedUser } from './load-user.ts'
import { SettingsSection } from './settings-section.tsx'

interface UserEditScreenProps extends LoadedUser {
  api: Api
  /** of the list from which they were chosen: it is gone back to as it was */
  searched: { search?: string }
}

export function UserEditScreen({ api, user, departments, enrollments, searched }: UserEditScreenProps) {
  const common = { api, user }
  return (
    <EditPage>
      <BackLink to="/admin/users" search={searched}>
        Gebruikers
      </BackLink>
      <SettingsSection {...common} />
      <ActionsSection {...common} searched={searched} />
      {departments && <DepartmentSection {...common} departments={departments} />}
      {enrollments && <EnrollmentsSection {...common} enrollments={enrollments} />}
      <AuditLink resource="user" id={user.id}>
        Logboek van deze gebruiker
      </AuditLink>
    </EditPage>
  )
}
