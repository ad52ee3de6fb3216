import { createFileRoute } from '@tanstack/react-router'
import { isId } from '#domain/entities/id.rules.ts'
import { loadTestmomentImport } from '#src/admin/import/load-import.ts'
import { TestmomentImportScreen } from '#src/admin/import/testmoment-import-screen.tsx'
import { onlyRead } from '../../-search.ts'
import { adminScreen } from '../-screen.ts'

export interface TestmomentImportSearch {
  /** id of the school year to import into; the active one by default */
  schoolyear?: number
}

export const Route = createFileRoute('/admin/import/testmoments')({
  staticData: { title: 'Toetsmomenten', heading: 'Toetsmomenten importeren' },
  validateSearch: onlyRead<TestmomentImportSearch>(({ schoolyear }) => (isId(schoolyear) ? { schoolyear } : {})),
  ...adminScreen,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadTestmomentImport(context.api, deps.schoolyear),
  component: () => <TestmomentImportScreen loaded={Route.useLoaderData()} />,
})
