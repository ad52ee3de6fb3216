import { createFileRoute, redirect } from '@tanstack/react-router'
import { pathOf } from '#src/onboarding/steps.ts'

/** Leads students to the step where they were. */
export const Route = createFileRoute('/onboarding/')({
  beforeLoad: ({ context }) => {
    throw redirect({ to: pathOf(context.user.onboarding_step), replace: true })
  },
})
