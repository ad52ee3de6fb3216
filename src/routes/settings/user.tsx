import { createFileRoute } from '@tanstack/react-router'
import { settledStates } from '#domain/users/roles.ts'
import { loadSettings } from '#src/settings/load-settings.ts'
import { SettingsScreen, SettingsSkeleton } from '#src/settings/settings-screen.tsx'
import { only } from '../-guards.ts'

export const Route = createFileRoute('/settings/user')({
  staticData: { title: 'Instellingen', heading: 'Gebruikers Instellingen' },
  beforeLoad: only(...settledStates),
  loader: ({ context }) => loadSettings(context),
  component: () => <SettingsScreen user={Route.useRouteContext().user} settings={Route.useLoaderData()} />,
  pendingComponent: SettingsSkeleton,
})
