import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import type { Api } from '#src/api/api.ts'
import { AuditLink, EditPage } from '#src/parts/editing/edit-section.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { ActionsSection } from './actions-section.tsx'
import { ModulesSection } from './modules-section.tsx'
import { NameSection } from './name-section.tsx'

interface EducationDepartmentEditScreenProps {
  api: Api
  department: EducationDepartment
  modules: readonly Module[]
}

export function EducationDepartmentEditScreen({ api, department, modules }: EducationDepartmentEditScreenProps) {
  const common = { api, department }
  return (
    <EditPage>
      <BackLink to="/admin/education-departments">Studierichtingen</BackLink>
      <ActionsSection {...common} />
      <NameSection {...common} />
      <ModulesSection {...common} modules={modules} />
      <AuditLink resource="education_department" id={department.id}>
        Logboek van deze studierichting
      </AuditLink>
    </EditPage>
  )
}
