import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Layout } from '#src/parts/layout/layout.tsx'
import type { RouterContext } from './-router-context.ts'

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root })

function Root() {
  const { user, logOut } = Route.useRouteContext()
  return (
    <Layout user={user} onLogOut={logOut}>
      <Outlet />
    </Layout>
  )
}
