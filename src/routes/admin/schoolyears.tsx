import { createFileRoute } from '@tanstack/react-router'
import { loadSchoolyears } from '#src/admin/schoolyears/load-schoolyears.ts'
import { SchoolyearsScreen } from '#src/admin/schoolyears/schoolyears-screen.tsx'
import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { only } from '../-guards.ts'
import { listFailedTexts } from '../-load-failed.texts.ts'
import { onlyRead } from '../-search.ts'

export interface SchoolyearsSearch {
  /** also lists archived school years */
  archived?: true
}

export const Route = createFileRoute('/admin/schoolyears')({
  staticData: { title: 'Schooljaren', loadFailed: listFailedTexts.schoolyears },
  validateSearch: onlyRead<SchoolyearsSearch>(({ archived }) => (archived === true ? { archived } : {})),
  beforeLoad: only('admin'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadSchoolyears(context.api, { archived: deps.archived === true }),
  component: Schoolyears,
  pendingComponent: ListSkeleton,
})

function Schoolyears() {
  const { api } = Route.useRouteContext()
  const archived = Route.useSearch().archived === true
  return <SchoolyearsScreen key={String(archived)} api={api} first={Route.useLoaderData()} archived={archived} />
}
