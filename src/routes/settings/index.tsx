import { createFileRoute, redirect } from '@tanstack/react-router'

/** Target of links in e-mails and of the school's login. All settings are on one screen. */
export const Route = createFileRoute('/settings/')({
  beforeLoad: ({ location: { hash } }) => {
    throw redirect({ to: '/settings/user', hash, replace: true })
  },
})
