import { notFound, redirect } from '@tanstack/react-router'
import { type AppState, appStateOf, homeOf } from '#domain/users/roles.ts'
import type { User } from '#domain/users/user.schema.ts'

export interface Guarded {
  context: { user: User | null }
}

/** For a visitor there is nothing at this path, so the login screen stands there. */
export function loggedIn({ context: { user } }: Guarded): { user: User } {
  if (!user) throw notFound()
  return { user }
}

/** A guard: a user in another state is sent to their own home. The server checks again what may be read. */
export const only =
  (...expected: AppState[]) =>
  (guarded: Guarded) => {
    const { user } = loggedIn(guarded)
    if (!expected.includes(appStateOf(user))) throw redirect({ to: homeOf(user), replace: true })
    return { user }
  }

/** For screens that are of no use to a user who is logged in. */
export function onlyVisitors({ context: { user } }: Guarded): void {
  if (user) throw redirect({ to: homeOf(user), replace: true })
}
