import { createFileRoute, redirect } from '@tanstack/react-router'

/** A year begins with its students more often than with anything else. */
export const Route = createFileRoute('/admin/import/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/import/students', replace: true })
  },
})
