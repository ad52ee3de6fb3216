import { createFileRoute } from '@tanstack/react-router'
import { isId } from '#domain/entities/id.rules.ts'
import { loadOverview } from '#src/admin/overview/load-overview.ts'
import { OverviewScreen } from '#src/admin/overview/overview-screen.tsx'
import { OverviewSkeleton } from '#src/admin/overview/overview-skeleton.tsx'
import { only } from '../-guards.ts'
import { onlyRead } from '../-search.ts'

export interface OverviewSearch {
  /** id of the school year whose results are shown; the active one by default */
  schoolyear?: number
}

export const Route = createFileRoute('/admin/overview')({
  staticData: {
    title: 'Overzicht',
    invalidatedBy: ['enrollmentsChanged', 'seatsChanged', 'userCreated', 'userEdited', 'userDeleted', 'resultsChanged'],
  },
  validateSearch: onlyRead<OverviewSearch>(({ schoolyear }) => (isId(schoolyear) ? { schoolyear } : {})),
  beforeLoad: only('admin'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadOverview(context.api, deps.schoolyear),
  component: () => <OverviewScreen overview={Route.useLoaderData()} />,
  pendingComponent: OverviewSkeleton,
})
