import { createFileRoute } from '@tanstack/react-router'
import { listEducationDepartments } from '#contract/departments.gen.ts'
import { EducationDepartmentsScreen } from '#src/admin/departments/departments-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { only } from '../../-guards.ts'
import { onlyRead } from '../../-search.ts'

export const Route = createFileRoute('/admin/education-departments/')({
  staticData: { title: 'Studierichtingen' },
  validateSearch: onlyRead<{ archived?: true }>(({ archived }) => (archived === true ? { archived } : {})),
  beforeLoad: only('admin'),
  loader: ({ context }) => context.api.call(listEducationDepartments),
  component: EducationDepartments,
  pendingComponent: ListSkeleton,
})

function EducationDepartments() {
  const { archived = false } = Route.useSearch()
  return <EducationDepartmentsScreen departments={Route.useLoaderData().entities} showsArchived={archived} />
}
