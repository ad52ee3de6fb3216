import { createFileRoute } from '@tanstack/react-router'
import { listRooms } from '#contract/rooms.gen.ts'
import { RoomsScreen } from '#src/admin/rooms/rooms-screen.tsx'
import { onlyRead } from '../-search.ts'
import { adminScreen } from './-screen.ts'

export interface RoomsSearch {
  archived?: true
  /** words that the screen looks for in what was loaded */
  search?: string
}

export const Route = createFileRoute('/admin/rooms')({
  staticData: { title: 'Lokalen', loadFailed: 'Lokalen ophalen mislukt' },
  validateSearch: onlyRead<RoomsSearch>(({ archived, search }) => ({
    ...(archived === true && { archived }),
    ...(typeof search === 'string' && search !== '' && { search: search.slice(0, 200) }),
  })),
  ...adminScreen,
  loaderDeps: ({ search: { archived } }) => ({ archived }),
  loader: ({ context, deps }) => context.api.call(listRooms, deps.archived ? { query: { archived: '1' } } : {}),
  component: Rooms,
})

function Rooms() {
  const { archived = false, search = '' } = Route.useSearch()
  return <RoomsScreen rooms={Route.useLoaderData().entities} showsArchived={archived} search={search} />
}
