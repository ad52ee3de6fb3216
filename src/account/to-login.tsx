import { Link } from '@tanstack/react-router'
import { useSession } from '#src/session/session-view.tsx'

/** The root shows a visitor the login screen, and others their own start. */
export function ToLogin() {
  const { user } = useSession()
  return <Link to="/">{user ? 'Verder naar de app' : 'Naar inloggen'}</Link>
}
