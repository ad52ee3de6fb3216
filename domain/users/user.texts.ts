import type { Role } from './user.schema.ts'

export const roleLabels = { ROLE_STUDENT: 'Student', ROLE_ADMIN: 'Admin' } satisfies Record<Role, string>

/** What whoever gives somebody a role should know. */
export const roleExplanations = {
  ROLE_STUDENT:
    'Een student heeft geen beheerrechten: alleen in- en uitschrijven voor toetsen, modules als afgerond markeren en de eigen instellingen wijzigen.',
  ROLE_ADMIN:
    'Een admin kan alles beheren: ook type en naam van gebruikers wijzigen, activatiemails versturen en gebruikers verwijderen. Geef dit alleen aan collega-docenten.',
} satisfies Record<Role, string>
