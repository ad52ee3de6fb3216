import type { ReactNode } from 'react'
import { Layout } from '#src/parts/layout/layout.tsx'
import { useSession } from '#src/session/session-view.tsx'

/** Around the router's screens rather than one of its routes: so it is there before the first of them has loaded. */
export function Frame({ children }: { children: ReactNode }) {
  const { user } = useSession()
  return <>{user ? <Layout user={user}>{children}</Layout> : children}</>
}
