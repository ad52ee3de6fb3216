import { editEducationDepartment } from '#contract/education-department.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { SavingSwitch } from '#src/parts/editing/saving-switch.tsx'
import { educationDepartmentsTexts as texts } from './education-departments.texts.ts'

interface AutomaticSwitchProps {
  api: Api
  department: EducationDepartment
}

export const AutomaticSwitch = ({ api, department }: AutomaticSwitchProps) => (
  <SavingSwitch
    label={`Automatisch inschrijven voor ${department.name}`}
    checked={department.auto_enroll}
    link={department._links.edit}
    save={(link, auto_enroll, { confirmed, theirs }) =>
      api.follow(editEducationDepartment, link, {
        query: { confirmed },
        body: editBody(department, { auto_enroll }, theirs),
      })
    }
    told={({ entity, enrollments_made }) => texts.automatic(entity.name, entity.auto_enroll, enrollments_made)}
    confirmTitle={texts.automaticQuestion(department.name)}
    confirmLabel="Automatisch inschrijven"
  />
)
