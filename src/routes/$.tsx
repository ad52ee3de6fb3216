import { createFileRoute, redirect } from '@tanstack/react-router'
import { appStateOf, homeOf } from '#domain/user/user.rules.ts'

/** An unknown path leads home. */
export const Route = createFileRoute('/$')({
  beforeLoad: ({ context }) => {
    throw redirect({ to: homeOf(appStateOf(context.user)), replace: true })
  },
})
