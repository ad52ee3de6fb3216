import { createFileRoute } from '@tanstack/react-router'
import { dayAndStartLabel } from '#domain/calendar/date-labels.ts'
import { loadResultImport } from '#src/admin/import/load-import.ts'
import { ResultImportScreen } from '#src/admin/import/result-import-screen.tsx'
import { recordIdOf } from '../../../../../-address.ts'
import { loadFailedTexts } from '../../../../../-load-failed.texts.ts'
import { adminScreen } from '../../../../../admin/-screen.ts'

export const Route = createFileRoute('/schoolyear/$schoolyearId/testmoment/$testmomentId/results/import')({
  staticData: {
    title: 'Uitslagen importeren',
    ...loadFailedTexts.results,
    list: { to: '/admin/testmoments', name: 'Toetsmoment Beheer' },
  },
  ...adminScreen,
  loader: ({ context, params }) => loadResultImport(context.api, recordIdOf(params.testmomentId)),
  head: ({ loaderData }) => ({
    meta: loaderData && [
      { title: `Uitslagen importeren ${dayAndStartLabel(loaderData.results.testmoment, Date.now())}` },
    ],
  }),
  component: () => <ResultImportScreen schoolyearId={Route.useParams().schoolyearId} loaded={Route.useLoaderData()} />,
})
