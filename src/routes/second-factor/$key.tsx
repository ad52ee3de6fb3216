import { createFileRoute } from '@tanstack/react-router'
import { SecondFactorPage } from '#src/account/login/second-factor-page.tsx'

/** Open to everyone: e-mails are often opened on a device where somebody is logged in. */
export const Route = createFileRoute('/second-factor/$key')({
  staticData: { title: 'Tweede stap instellen' },
  component: SecondFactor,
})

function SecondFactor() {
  const { key } = Route.useParams()
  return <SecondFactorPage key={key} api={Route.useRouteContext().publicApi} linkKey={key} />
}
