import { createFileRoute } from '@tanstack/react-router'
import { testmomentTitles } from '#domain/testmoments/testmoment-edit.texts.ts'
import {
  loadTestmoment,
  TestmomentEditScreen,
  type TestmomentTab,
} from '#src/admin/testmoments/testmoment-edit-screen.tsx'
import { recordIdOf } from '../../../../../-address.ts'
import { loadFailedTexts } from '../../../../../-load-failed.texts.ts'
import { onlyRead } from '../../../../../-search.ts'
import { adminScreen } from '../../../../../admin/-screen.ts'

export const Route = createFileRoute('/schoolyear/$schoolyearId/testmoment/_desk/$testmomentId/edit')({
  staticData: {
    title: 'Toetsmoment Wijzigen',
    invalidatedBy: ['enrollmentsChanged', 'presenceChanged', 'seatsChanged'],
    ...loadFailedTexts.testmoment,
    list: { to: '/admin/testmoments', name: 'Toetsmoment Beheer' },
  },
  validateSearch: onlyRead<{ tab?: TestmomentTab }>(({ tab }) =>
    tab === 'students' || tab === 'waiting' || tab === 'rooms' || tab === 'seating' ? { tab } : {},
  ),
  ...adminScreen,
  loader: ({ context, params }) =>
    loadTestmoment(context.api, {
      schoolyear_id: recordIdOf(params.schoolyearId),
      id: recordIdOf(params.testmomentId),
    }),
  head: ({ loaderData }) => ({ meta: loaderData && [{ title: testmomentTitles.edit(loaderData.testmoment) }] }),
  component: TestmomentEdit,
})

function TestmomentEdit() {
  const { testmoment, modules } = Route.useLoaderData()
  const { tab } = Route.useSearch()
  return <TestmomentEditScreen key={testmoment.id} testmoment={testmoment} modules={modules} tab={tab} />
}
