import { createFileRoute } from '@tanstack/react-router'
import { dayAndStartLabel } from '#domain/calendar/date-labels.ts'
import { loadResults, ResultsScreen } from '#src/admin/testmoments/results/results-screen.tsx'
import { recordIdOf } from '../../../../../-address.ts'
import { loadFailedTexts } from '../../../../../-load-failed.texts.ts'
import { adminScreen } from '../../../../../admin/-screen.ts'

export const Route = createFileRoute('/schoolyear/$schoolyearId/testmoment/$testmomentId/results/')({
  staticData: {
    title: 'Uitslagen',
    invalidatedBy: ['enrollmentsChanged', 'presenceChanged', 'resultsChanged'],
    ...loadFailedTexts.results,
    list: { to: '/admin/testmoments', name: 'Toetsmoment Beheer' },
  },
  ...adminScreen,
  loader: ({ context, params }) => loadResults(context.api, recordIdOf(params.testmomentId)),
  head: ({ loaderData }) => ({
    meta: loaderData && [{ title: `Uitslagen ${dayAndStartLabel(loaderData.testmoment, Date.now())}` }],
  }),
  component: Results,
})

function Results() {
  const { user } = Route.useRouteContext()
  const { schoolyearId } = Route.useParams()
  const results = Route.useLoaderData()
  return <ResultsScreen key={results.testmoment.id} user={user} schoolyearId={schoolyearId} results={results} />
}
