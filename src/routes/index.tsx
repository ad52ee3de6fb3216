import { createFileRoute, redirect } from '@tanstack/react-router'
import { appStateOf, homeOf } from '#domain/user/user.rules.ts'
import { NoRoleScreen } from '#src/account/no-role/no-role-screen.tsx'

export const Route = createFileRoute('/')({
  staticData: { title: 'Nog geen toegang' },
  beforeLoad: ({ context }) => {
    const state = appStateOf(context.user)
    if (state !== 'default') throw redirect({ to: homeOf(state), replace: true })
  },
  component: NoRoleScreen,
})
