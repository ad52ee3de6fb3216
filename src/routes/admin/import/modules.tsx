import { createFileRoute } from '@tanstack/react-router'
import { loadRemembered } from '#src/admin/import/load-import.ts'
import { ModuleImportScreen } from '#src/admin/import/module-import-screen.tsx'
import { adminScreen } from '../-screen.ts'

export const Route = createFileRoute('/admin/import/modules')({
  staticData: { title: 'Modules', heading: 'Modules importeren' },
  ...adminScreen,
  loader: ({ context }) => loadRemembered(context.api, 'modules'),
  component: () => <ModuleImportScreen remembered={Route.useLoaderData()} />,
})
