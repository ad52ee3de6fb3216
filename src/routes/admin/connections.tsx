import { createFileRoute } from '@tanstack/react-router'
import { listConnections } from '#contract/connections.gen.ts'
import { ConnectionsScreen } from '#src/admin/connections/connections-screen.tsx'
import { SourceSection } from '#src/admin/connections/source/source-section.tsx'
import { adminScreen } from './-screen.ts'

export const Route = createFileRoute('/admin/connections')({
  staticData: { title: 'Koppelingen', loadFailed: 'Koppelingen ophalen mislukt' },
  ...adminScreen,
  loader: ({ context }) => context.api.call(listConnections),
  component: Connections,
})

function Connections() {
  return (
    <div data-layout="grid 5">
      <ConnectionsScreen reply={Route.useLoaderData()} />
      <SourceSection />
    </div>
  )
}
