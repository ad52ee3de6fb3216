import { type FieldTexts, showText, showYesOrNo } from '#domain/entities/differences.ts'
import type { Role } from './roles.ts'
import { MAX_STUDENT_NUMBER_LENGTH, type StudentNumberRefusal } from './student-number.rules.ts'
import type { UserFields } from './user.schema.ts'
import {
  type ClassGroupRefusal,
  MAX_CLASS_GROUP_LENGTH,
  MAX_NAME_LENGTH,
  type NameRefusal,
  type OnboardingRefusal,
} from './user-edit.rules.ts'

interface RoleTexts {
  label: string
  explanation: string
  /** effect of giving the role, shown before it is given */
  given: string
}

export const roleTexts = {
  ROLE_STUDENT: {
    label: 'Student',
    explanation:
      'Een student heeft geen beheerrechten: alleen in- en uitschrijven voor toetsen, modules als afgerond markeren en de eigen instellingen wijzigen.',
    given: 'Deze gebruiker wordt student en kan dan niets meer beheren.',
  },
  ROLE_ADMIN: {
    label: 'Admin',
    explanation:
      'Een admin kan alles beheren: ook type en naam van gebruikers wijzigen, activatiemails versturen en gebruikers verwijderen. Geef dit alleen aan collega-docenten.',
    given: 'Deze gebruiker wordt admin en kan dan alles beheren.',
  },
} satisfies Record<Role, RoleTexts>

export const userFieldTexts: FieldTexts<UserFields> = {
  first_name: { label: 'Voornaam', show: showText },
  last_name: { label: 'Achternaam', show: showText },
  student_number: { label: 'Studentnummer', show: (number) => showText(number ?? '') },
  class_group: { label: 'Klas', show: (group) => showText(group ?? '') },
  roles: { label: 'Type', show: ([role]) => (role === undefined ? 'geen' : roleTexts[role].label) },
  activated: { label: 'Account', show: (activated) => (activated ? 'geactiveerd' : 'niet geactiveerd') },
  extra_time: { label: 'Extra tijd', show: showYesOrNo },
}

/** A class group below a name or a department: 'klas WIS1A'. Some schools have the word in the name. */
export const classGroupLabel = (name: string): string => (/^klas\b/i.test(name) ? name : `klas ${name}`)

export const nameRefusalTexts = {
  'name-missing': 'Vul hier je naam in.',
  'name-too-long': `Een naam mag niet langer zijn dan ${MAX_NAME_LENGTH} tekens.`,
  'name-unreadable': 'Deze naam bevat tekens die niet leesbaar zijn. Typ de naam opnieuw.',
} satisfies Record<NameRefusal, string>

export const oneNameHint = 'Heb je één naam? Dan is één van de twee velden genoeg.'

export const studentNumberRefusalTexts = {
  'student-number-unreadable': 'Een studentnummer bestaat uit letters en cijfers, en niet alleen uit nullen.',
  'student-number-too-long': `Een studentnummer mag niet langer zijn dan ${MAX_STUDENT_NUMBER_LENGTH} tekens.`,
  'student-number-shortened': 'Dit nummer is door een rekenblad ingekort. Typ het studentnummer voluit.',
  'student-number-taken': 'Dit studentnummer hoort al bij een ander account.',
} satisfies Record<StudentNumberRefusal, string>

export const classGroupRefusalTexts = {
  'class-group-too-long': `De naam van een klas mag niet langer zijn dan ${MAX_CLASS_GROUP_LENGTH} tekens.`,
  'class-group-unreadable': 'De naam van de klas bevat tekens die niet leesbaar zijn.',
} satisfies Record<ClassGroupRefusal, string>

export const onboardingRefusalTexts = {
  'education-department-unavailable': 'Deze studierichting kun je niet (meer) kiezen. Kies een andere.',
  'information-incomplete': 'Vul eerst je naam in en kies een studierichting.',
  'onboarding-done': 'De gegevens zijn al bevestigd. Van studierichting wisselen kan nog wel.',
} satisfies Record<OnboardingRefusal, string>
