import { createFileRoute, redirect } from '@tanstack/react-router'

/** Leads to the import of students, with which a school year most often begins. */
export const Route = createFileRoute('/admin/import/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/import/students', replace: true })
  },
})
