import { createFileRoute } from '@tanstack/react-router'
import { PasswordChangeScreen } from '#src/account/password-change-screen.tsx'

/** Open to everyone: e-mails are often opened on a device where somebody is logged in. */
export const Route = createFileRoute('/password-change/$key')({
  staticData: { title: 'Nieuw wachtwoord kiezen' },
  component: PasswordChange,
})

function PasswordChange() {
  const { key } = Route.useParams()
  return <PasswordChangeScreen key={key} api={Route.useRouteContext().publicApi} resetKey={key} />
}
