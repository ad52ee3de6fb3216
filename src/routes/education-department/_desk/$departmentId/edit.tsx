import { createFileRoute } from '@tanstack/react-router'
import { getEducationDepartment } from '#contract/departments.gen.ts'
import { listModules } from '#contract/modules.gen.ts'
import { EducationDepartmentEditScreen } from '#src/admin/departments/department-edit-screen.tsx'
import { recordIdOf } from '../../../-address.ts'
import { loadFailedTexts } from '../../../-load-failed.texts.ts'
import { adminScreen } from '../../../admin/-screen.ts'

export const Route = createFileRoute('/education-department/_desk/$departmentId/edit')({
  staticData: {
    title: 'Studierichting Wijzigen',
    ...loadFailedTexts.department,
    list: { to: '/admin/education-departments', name: 'Studierichtingen' },
  },
  ...adminScreen,
  loader: async ({ context: { api }, params }) => {
    const [department, modules] = await Promise.all([
      api.call(getEducationDepartment, { params: { id: recordIdOf(params.departmentId) } }),
      api.call(listModules),
    ])
    return { department, modules: modules.entities }
  },
  component: EducationDepartmentEdit,
})

function EducationDepartmentEdit() {
  const { department, modules } = Route.useLoaderData()
  return <EducationDepartmentEditScreen department={department} modules={modules} key={department.id} />
}
