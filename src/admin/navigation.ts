import { type NavigationItem, settings } from '#src/parts/layout/navigation.ts'
import { strokes as shared } from '#src/ui/icon.tsx'

/** SVG paths as in src/ui/icon.tsx, for administrators' screens only. */
const strokes = {
  connection: 'M9.5 14.5l5-5M8 11l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 16m3-3 2.5-2.5a3.5 3.5 0 0 0-5-5L11 8',
  department: 'M3 9.5 12 5l9 4.5-9 4.5-9-4.5Zm4 2v4.5c2.5 2 7.5 2 10 0v-4.5',
  grades: 'M4 4.5h16v15H4v-15Zm0 5h16M9.5 4.5v15M13 14.5l1.5 1.5 3-3.5',
  log: 'M6 3.5h9l3.5 3.5v13.5H6v-17Zm3.5 7h6m-6 4h6',
  overview: 'M4 4h7v9H4V4Zm9 0h7v5h-7V4Zm0 7h7v9h-7v-9Zm-9 4h7v5H4v-5Z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 8.5c.6-3.6 3.3-5.5 6.5-5.5s5.9 1.9 6.5 5.5M16 4.3a3.5 3.5 0 0 1 0 6.4m2 3.8c2 .8 3.2 2.6 3.5 5',
  room: 'M4 20.5h16M7 20.5v-16l8-1.5v17.5M15 5.5h2.5v15M12 11.5v1.5',
  year: 'M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
} as const

export const administratorNavigation: readonly NavigationItem[] = [
  { to: '/admin/overview', label: 'Overzicht', stroke: strokes.overview },
  { to: '/admin/modules', label: 'Modules', stroke: shared.list },
  { to: '/admin/testmoments', label: 'Toetsmomenten', stroke: shared.calendar },
  { to: '/admin/gradebook', label: 'Cijferlijst', stroke: strokes.grades },
  { to: '/admin/schoolyears', label: 'Schooljaren', stroke: strokes.year },
  { to: '/admin/rooms', label: 'Lokalen', stroke: strokes.room },
  { to: '/admin/education-departments', label: 'Studierichtingen', stroke: strokes.department },
  { to: '/admin/users', label: 'Gebruikers', stroke: strokes.people },
  { to: '/admin/messages', label: 'Berichten', stroke: shared.mail },
  { to: '/admin/connections', label: 'Koppelingen', stroke: strokes.connection },
  { to: '/admin/audit', label: 'Logboek', stroke: strokes.log },
  settings,
]
