import { createFileRoute } from '@tanstack/react-router'
import { SecondFactorPage } from '#src/account/login/second-factor-page.tsx'

/** For everyone: a letter is often opened on a device where somebody is logged in. */
export const Route = createFileRoute('/second-factor/$key')({
  staticData: { title: 'Tweede stap instellen' },
  component: SecondFactor,
})

function SecondFactor() {
  const { key } = Route.useParams()
  return <SecondFactorPage key={key} api={Route.useRouteContext().publicApi} linkKey={key} />
}
