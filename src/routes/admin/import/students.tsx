import { createFileRoute } from '@tanstack/react-router'
import { loadStudentImport } from '#src/admin/import/load-import.ts'
import { StudentImportScreen } from '#src/admin/import/student-import-screen.tsx'
import { adminScreen } from '../-screen.ts'

export const Route = createFileRoute('/admin/import/students')({
  staticData: { title: 'Gebruikers', heading: 'Studenten importeren' },
  ...adminScreen,
  loader: ({ context }) => loadStudentImport(context.api),
  component: () => <StudentImportScreen loaded={Route.useLoaderData()} />,
})
