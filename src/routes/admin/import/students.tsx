import { createFileRoute } from '@tanstack/react-router'
import { loadStudentImport } from '#src/admin/import/load-import.ts'
import { StudentImportScreen } from '#src/admin/import/student-import-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { only } from '../../-guards.ts'

export const Route = createFileRoute('/admin/import/students')({
  staticData: { title: 'Gebruikers', heading: 'Studenten importeren' },
  beforeLoad: only('admin'),
  loader: ({ context }) => loadStudentImport(context.api),
  component: () => <StudentImportScreen loaded={Route.useLoaderData()} />,
  pendingComponent: ListSkeleton,
})
