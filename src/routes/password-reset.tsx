import { createFileRoute } from '@tanstack/react-router'
import { PasswordResetScreen } from '#src/account/password-reset-screen.tsx'
import { onlyVisitors } from './-guards.ts'

export const Route = createFileRoute('/password-reset')({
  beforeLoad: onlyVisitors,
  component: () => <PasswordResetScreen api={Route.useRouteContext().publicApi} />,
})
