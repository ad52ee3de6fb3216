import { createFileRoute } from '@tanstack/react-router'
import { GradebookScreen } from '#src/admin/gradebook/gradebook-screen.tsx'
import { type GradebookSearch, loadGradebook, readGradebookSearch } from '#src/admin/gradebook/load-gradebook.ts'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { only } from '../-guards.ts'
import { listFailedTexts } from '../-load-failed.texts.ts'
import { onlyRead } from '../-search.ts'

export const Route = createFileRoute('/admin/gradebook')({
  staticData: {
    title: 'Cijferlijst',
    invalidatedBy: ['resultsChanged', 'userCreated', 'userEdited', 'userDeleted'],
    loadFailed: listFailedTexts.gradebook,
  },
  validateSearch: onlyRead<GradebookSearch>(readGradebookSearch),
  beforeLoad: only('admin'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadGradebook(context.api, deps),
  component: () => <GradebookScreen search={Route.useLoaderDeps()} loaded={Route.useLoaderData()} />,
  pendingComponent: ListSkeleton,
})
