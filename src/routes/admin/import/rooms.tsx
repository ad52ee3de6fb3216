import { createFileRoute, Link } from '@tanstack/react-router'
import { importRooms, previewRoomImport } from '#contract/import.gen.ts'
import { roomValueNames } from '#domain/rooms/room.fields.ts'
import { loadRemembered } from '#src/admin/import/load-import.ts'
import { PlainImport } from '#src/admin/import/plain-import.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { adminScreen } from '../-screen.ts'

export const Route = createFileRoute('/admin/import/rooms')({
  staticData: { title: 'Lokalen', heading: 'Lokalen importeren' },
  ...adminScreen,
  loader: ({ context }) => loadRemembered(context.api, 'rooms'),
  component: RoomImport,
})

function RoomImport() {
  const { api } = Route.useRouteContext()
  return (
    <PlainImport
      kind="rooms"
      back={<BackLink to="/admin/rooms">Lokalen</BackLink>}
      shown={['name', ...roomValueNames]}
      remembered={Route.useLoaderData()}
      preview={(body) => api.call(previewRoomImport, { body })}
      confirm={(body) => api.call(importRooms, { body })}
      renderOnwards={() => <Link to="/admin/rooms">Naar Lokalen</Link>}
    />
  )
}
