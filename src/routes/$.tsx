import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeOf } from '#domain/users/roles.ts'
import { loggedIn } from './-guards.ts'

/** An unknown path leads home. */
export const Route = createFileRoute('/$')({
  beforeLoad: (guarded) => {
    const { user } = loggedIn(guarded)
    throw redirect({ to: homeOf(user), replace: true })
  },
})
