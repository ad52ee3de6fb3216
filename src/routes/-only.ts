import { redirect } from '@tanstack/react-router'
import { type AppState, appStateOf, homeOf } from '#domain/user/user.rules.ts'
import type { RouterContext } from './-router-context.ts'

/** A guard: whoever is in another state is sent to their own home. The server checks again what may be read. */
export const only =
  (expected: AppState) =>
  ({ context }: { context: RouterContext }) => {
    const state = appStateOf(context.user)
    if (state !== expected) throw redirect({ to: homeOf(state), replace: true })
  }
