import { createFileRoute } from '@tanstack/react-router'
import { loadSchoolyears } from '#src/admin/schoolyears/load-schoolyears.ts'
import { SchoolyearsScreen } from '#src/admin/schoolyears/schoolyears-screen.tsx'
import { listFailedTexts } from '../-load-failed.texts.ts'
import { onlyRead } from '../-search.ts'
import { adminScreen } from './-screen.ts'

export interface SchoolyearsSearch {
  archived?: true
  /** opens with the dialog of a new one */
  add?: true
}

export const Route = createFileRoute('/admin/schoolyears')({
  staticData: { title: 'Schooljaren', loadFailed: listFailedTexts.schoolyears },
  validateSearch: onlyRead<SchoolyearsSearch>(({ archived, add }) => ({
    ...(archived === true && { archived }),
    ...(add === true && { add }),
  })),
  ...adminScreen,
  loaderDeps: ({ search: { archived } }) => ({ archived }),
  loader: ({ context, deps }) => loadSchoolyears(context.api, { archived: deps.archived === true }),
  component: Schoolyears,
})

function Schoolyears() {
  const { archived = false, add = false } = Route.useSearch()
  return <SchoolyearsScreen key={String(archived)} first={Route.useLoaderData()} archived={archived} isAdding={add} />
}
