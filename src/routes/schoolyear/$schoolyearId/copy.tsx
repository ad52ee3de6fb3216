import { createFileRoute } from '@tanstack/react-router'
import { isId } from '#domain/entities/id.rules.ts'
import { CopyScreen } from '#src/admin/schoolyears/copy-screen.tsx'
import { loadCopy } from '#src/admin/schoolyears/load-schoolyears.ts'
import { recordIdOf } from '../../-address.ts'
import { loadFailedTexts } from '../../-load-failed.texts.ts'
import { onlyRead } from '../../-search.ts'
import { adminScreen } from '../../admin/-screen.ts'

export interface CopySearch {
  /** id of the school year to copy from; the latest other one by default */
  from?: number
}

export const Route = createFileRoute('/schoolyear/$schoolyearId/copy')({
  staticData: {
    title: 'Toetsmomenten overnemen',
    ...loadFailedTexts.copy,
    list: { to: '/admin/schoolyears', name: 'Schooljaren' },
  },
  validateSearch: onlyRead<CopySearch>(({ from }) => (isId(from) ? { from } : {})),
  ...adminScreen,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    loadCopy(context.api, { id: recordIdOf(params.schoolyearId), from: deps.from }),
  component: Copy,
})

function Copy() {
  const loaded = Route.useLoaderData()
  const key = `${loaded.schoolyear.id} ${loaded.preview?.source.id}`
  return <CopyScreen key={key} loaded={loaded} />
}
