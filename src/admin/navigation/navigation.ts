import { type NavigationItem, settings } from '#src/parts/layout/navigation.ts'
import { strokes as shared } from '#src/ui/icon.tsx'
import { strokes } from './strokes.ts'

export const administratorNavigation: readonly NavigationItem[] = [
  { to: '/admin/overview', label: 'Overzicht', stroke: strokes.overview },
  { to: '/admin/modules', label: 'Modules', stroke: shared.list },
  { to: '/admin/testmoments', label: 'Toetsmomenten', stroke: shared.calendar },
  { to: '/admin/schoolyears', label: 'Schooljaren', stroke: strokes.year },
  { to: '/admin/education-departments', label: 'Studierichtingen', stroke: strokes.department },
  { to: '/admin/users', label: 'Gebruikers', stroke: strokes.people },
  { to: '/admin/audit', label: 'Logboek', stroke: strokes.log },
  settings,
]
