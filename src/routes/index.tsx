import { createFileRoute } from '@tanstack/react-router'
import { NoRoleScreen } from '#src/account/no-role-screen.tsx'
import { only } from './-guards.ts'

export const Route = createFileRoute('/')({
  staticData: { title: 'Nog geen toegang' },
  beforeLoad: only('default'),
  component: NoRoleScreen,
})
