import { createFileRoute, redirect } from '@tanstack/react-router'

/** What letters and the school's login lead to: all settings stand on one screen. */
export const Route = createFileRoute('/settings/')({
  beforeLoad: ({ location: { hash } }) => {
    throw redirect({ to: '/settings/user', hash, replace: true })
  },
})
