import { createFileRoute } from '@tanstack/react-router'
import { RegisterScreen } from '#src/account/register-screen.tsx'
import { onlyVisitors } from './-guards.ts'

export const Route = createFileRoute('/register')({
  beforeLoad: onlyVisitors,
  component: () => <RegisterScreen api={Route.useRouteContext().publicApi} />,
})
