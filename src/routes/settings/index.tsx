import { createFileRoute, redirect } from '@tanstack/react-router'

/** Target of letters and the school's login: all settings are on one screen. */
export const Route = createFileRoute('/settings/')({
  beforeLoad: ({ location: { hash } }) => {
    throw redirect({ to: '/settings/user', hash, replace: true })
  },
})
