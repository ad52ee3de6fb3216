import { createFileRoute } from '@tanstack/react-router'
import { isId } from '#domain/entities/id.rules.ts'
import { loadTestmoments, type TestmomentsSearch } from '#src/admin/testmoments/list/load-testmoments.ts'
import { TestmomentsScreen } from '#src/admin/testmoments/list/testmoments-screen.tsx'
import { listFailedTexts } from '../-load-failed.texts.ts'
import { onlyRead } from '../-search.ts'
import { adminScreen } from './-screen.ts'

export const Route = createFileRoute('/admin/testmoments')({
  staticData: {
    title: 'Toetsmomenten',
    invalidatedBy: ['enrollmentsChanged', 'seatsChanged'],
    loadFailed: listFailedTexts.testmoments,
  },
  validateSearch: onlyRead<TestmomentsSearch>(({ schoolyear, view, past, search }) => ({
    ...(isId(schoolyear) && { schoolyear }),
    ...(view === 'calendar' && { view }),
    ...(past === true && { past }),
    // The router parses a search for digits as a number.
    ...((typeof search === 'string' || typeof search === 'number') && { search: String(search) }),
  })),
  ...adminScreen,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadTestmoments(context.api, deps),
  component: () => <TestmomentsScreen overview={Route.useLoaderData()} />,
})
