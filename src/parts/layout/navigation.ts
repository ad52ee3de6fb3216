import type { LinkProps } from '@tanstack/react-router'
import { createContext } from 'react'
import { type AppState, settledStates } from '#domain/users/roles.ts'
import { strokes } from '#src/ui/icon.tsx'

export interface NavigationItem {
  to: NonNullable<LinkProps['to']>
  label: string
  stroke: string
  /** label in the phone's bottom bar: the beginning of `label`; without it the item is not in the bar */
  bar?: string
}

export const settings: NavigationItem = { to: '/settings/user', label: 'Instellingen', stroke: strokes.person }

/** A student's navigation, unless a provider around other screens replaces it. */
export const NavigationContext = createContext<readonly NavigationItem[]>([
  { to: '/student/modules', label: 'Modules', stroke: strokes.list, bar: 'Modules' },
  { to: '/student/testmoments', label: 'Toetsmomenten', stroke: strokes.calendar, bar: 'Toetsmomenten' },
  { to: '/student/history', label: 'Mijn toetsen', stroke: strokes.edit },
  { to: '/student/messages', label: 'Berichten', stroke: strokes.mail },
  { to: '/student/completed-modules', label: 'Afgeronde modules', stroke: strokes.done, bar: 'Afgerond' },
  settings,
])

/** A user who is not onboarded or has no role has only one screen. */
export const hasNavigation = (state: AppState): boolean => settledStates.includes(state)
