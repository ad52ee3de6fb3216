import { notFound, redirect } from '@tanstack/react-router'
import { type AppState, appStateOf, homeOf } from '#domain/users/roles.ts'
import type { User } from '#domain/users/user.schema.ts'

export interface Guarded {
  context: { user: User | null }
}

/** Returns the user. A visitor finds nothing at this path, so the login screen is shown there. */
export function loggedIn({ context: { user } }: Guarded): { user: User } {
  if (!user) throw notFound()
  return { user }
}

/** Makes a guard that sends users in another state to their own home. The server checks again what may be read. */
export const only =
  (...expected: AppState[]) =>
  (guarded: Guarded) => {
    const { user } = loggedIn(guarded)
    if (!expected.includes(appStateOf(user))) throw redirect({ to: homeOf(user), replace: true })
    return { user }
  }

/** Guard of screens that are of no use to a user who is logged in. */
export function onlyVisitors({ context: { user } }: Guarded): void {
  if (user) throw redirect({ to: homeOf(user), replace: true })
}
