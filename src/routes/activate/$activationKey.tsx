import { createFileRoute } from '@tanstack/react-router'
import { ActivationScreen } from '#src/account/activation-screen.tsx'

/** Open to everyone: e-mails are often opened on a device where somebody is logged in. */
export const Route = createFileRoute('/activate/$activationKey')({
  staticData: { title: 'Account activeren' },
  component: Activation,
})

function Activation() {
  const { activationKey } = Route.useParams()
  return <ActivationScreen key={activationKey} api={Route.useRouteContext().publicApi} activationKey={activationKey} />
}
