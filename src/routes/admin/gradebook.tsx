import { createFileRoute } from '@tanstack/react-router'
import { GradebookScreen } from '#src/admin/gradebook/gradebook-screen.tsx'
import { type GradebookSearch, loadGradebook, readGradebookSearch } from '#src/admin/gradebook/load-gradebook.ts'
import { listFailedTexts } from '../-load-failed.texts.ts'
import { onlyRead } from '../-search.ts'
import { adminScreen } from './-screen.ts'

export const Route = createFileRoute('/admin/gradebook')({
  staticData: {
    title: 'Cijferlijst',
    invalidatedBy: ['resultsChanged', 'userCreated', 'userEdited', 'userDeleted'],
    loadFailed: listFailedTexts.gradebook,
  },
  validateSearch: onlyRead<GradebookSearch>(readGradebookSearch),
  ...adminScreen,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadGradebook(context.api, deps),
  component: () => <GradebookScreen search={Route.useLoaderDeps()} loaded={Route.useLoaderData()} />,
})
