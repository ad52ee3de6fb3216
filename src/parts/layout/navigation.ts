import type { LinkProps } from '@tanstack/react-router'
import { createContext } from 'react'
import { type AppState, settledStates } from '#domain/users/roles.ts'
import { strokes } from '#src/ui/icon.tsx'

export interface NavigationItem {
  to: NonNullable<LinkProps['to']>
  label: string
  stroke: string
  /** stands in the phone's bottom bar, with so much of its label in sight: where the label begins */
  bar?: string
}

export const settings: NavigationItem = { to: '/settings/user', label: 'Instellingen', stroke: strokes.person }

/** A student's, unless who brings the screens of somebody else says otherwise. */
export const NavigationContext = createContext<readonly NavigationItem[]>([
  { to: '/student/modules', label: 'Modules', stroke: strokes.list, bar: 'Modules' },
  { to: '/student/testmoments', label: 'Toetsmomenten', stroke: strokes.calendar, bar: 'Toetsmomenten' },
  { to: '/student/history', label: 'Mijn toetsen', stroke: strokes.edit },
  { to: '/student/messages', label: 'Berichten', stroke: strokes.mail },
  { to: '/student/completed-modules', label: 'Afgeronde modules', stroke: strokes.done, bar: 'Afgerond' },
  settings,
])

/** A user who is not onboarded or has no role has one screen. */
export const hasNavigation = (state: AppState): boolean => settledStates.includes(state)
