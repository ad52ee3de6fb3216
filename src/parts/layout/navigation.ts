import type { LinkProps } from '@tanstack/react-router'
import type { AppState } from '#domain/user/user.rules.ts'
import type { IconName } from '#src/ui/icon/strokes.ts'

interface NavigationItem {
  to: NonNullable<LinkProps['to']>
  label: string
  icon: IconName
}

export const settings = { to: '/settings/user', label: 'Instellingen', icon: 'person' } as const

export const navigation: Record<AppState, readonly NavigationItem[]> = {
  default: [],
  onboarding: [],
  student: [
    { to: '/student/modules', label: 'Modules', icon: 'list' },
    { to: '/student/testmoments', label: 'Toetsmomenten', icon: 'calendar' },
    { to: '/student/completed-modules', label: 'Afgeronde modules', icon: 'done' },
    settings,
  ],
  admin: [
    { to: '/admin/overview', label: 'Overzicht', icon: 'overview' },
    { to: '/admin/modules', label: 'Modules', icon: 'list' },
    { to: '/admin/testmoments', label: 'Toetsmomenten', icon: 'calendar' },
    { to: '/admin/schoolyears', label: 'Schooljaren', icon: 'year' },
    { to: '/admin/education-departments', label: 'Studierichtingen', icon: 'department' },
    { to: '/admin/users', label: 'Gebruikers', icon: 'people' },
    { to: '/admin/audit', label: 'Logboek', icon: 'log' },
    settings,
  ],
}
