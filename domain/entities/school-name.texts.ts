import { MAX_SCHOOL_NAME_LENGTH, type SchoolNameRefusal, type TakenNameRefusal } from './school-name.rules.ts'

export const schoolNameRefusalTexts = {
  'school-name-missing': 'Vul een naam in.',
  'school-name-too-long': `De naam mag niet langer zijn dan ${MAX_SCHOOL_NAME_LENGTH} tekens.`,
  'school-name-unreadable': 'De naam bevat tekens die niet leesbaar zijn. Typ de naam opnieuw.',
} satisfies Record<SchoolNameRefusal, string>

export const takenNameTexts = {
  'schoolyear-name-taken': 'Er is al een schooljaar met deze naam. Kies een andere.',
  'education-department-name-taken': 'Er is al een studierichting met deze naam. Kies een andere.',
  'module-name-taken': 'Er is al een module met deze naam. Kies een andere.',
  'room-name-taken': 'Er is al een lokaal met deze naam. Kies een andere.',
} satisfies Record<TakenNameRefusal, string>
