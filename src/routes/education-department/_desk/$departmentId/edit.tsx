import { createFileRoute } from '@tanstack/react-router'
import { EducationDepartmentEditScreen } from '#src/admin/departments/department-edit-screen.tsx'
import { loadEducationDepartment } from '#src/admin/departments/load-department.ts'
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
  loader: ({ context, params }) => loadEducationDepartment(context.api, recordIdOf(params.departmentId)),
  component: EducationDepartmentEdit,
})

function EducationDepartmentEdit() {
  const { department, modules } = Route.useLoaderData()
  return <EducationDepartmentEditScreen department={department} modules={modules} key={department.id} />
}
