/**
 * Adds administrators' routes to those that everybody has: a student's bundle is built without them. The module of the whole
 * route tree is imported after its parts, since the last import counts, also for the next user who logs in.
 */
import './newcomer-routes.ts'
import '#src/routeTree.gen.ts'
import type { User } from '#domain/users/user.schema.ts'
import { DeskFailure } from '#src/admin/desk-failure.tsx'
import { administratorNavigation } from '#src/admin/navigation.ts'
import { UnsentTicks } from '#src/admin/unsent-ticks.tsx'
import { NavigationContext } from '#src/parts/layout/navigation.ts'
import { LoggedIn } from './logged-in.tsx'
import { api } from './session.ts'

export const Administrator = ({ user }: { user: User }) => (
  <NavigationContext value={administratorNavigation}>
    <UnsentTicks user={user} api={api}>
      <LoggedIn user={user} failure={DeskFailure} />
    </UnsentTicks>
  </NavigationContext>
)
