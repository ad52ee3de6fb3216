import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { DepartmentSwitch } from '#src/parts/department-switch/department-switch.tsx'
import type { DepartmentChoice } from '#src/parts/department-switch/load-departments.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { userEditTexts as texts } from './user-edit.texts.ts'

interface DepartmentSectionProps {
  api: Api
  user: User
  departments: DepartmentChoice
}

export const DepartmentSection = ({ api, user, departments }: DepartmentSectionProps) => (
  <EditSection title="Studierichting">
    <p>{texts.switchExplanation}</p>
    <DepartmentSwitch api={api} user={user} departments={departments.all} currentId={departments.current?.id ?? null} />
  </EditSection>
)
