import { createFileRoute } from '@tanstack/react-router'
import { listEducationDepartments } from '#contract/departments.gen.ts'
import { EducationDepartmentsScreen } from '#src/admin/departments/departments-screen.tsx'
import { onlyRead } from '../../-search.ts'
import { adminScreen } from '../-screen.ts'

export const Route = createFileRoute('/admin/education-departments/')({
  staticData: { title: 'Studierichtingen' },
  validateSearch: onlyRead<{ archived?: true }>(({ archived }) => (archived === true ? { archived } : {})),
  ...adminScreen,
  loader: ({ context }) => context.api.call(listEducationDepartments),
  component: EducationDepartments,
})

function EducationDepartments() {
  const { archived = false } = Route.useSearch()
  return <EducationDepartmentsScreen departments={Route.useLoaderData().entities} showsArchived={archived} />
}
