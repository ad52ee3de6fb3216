import { MAX_SCHOOL_NAME_LENGTH, type SchoolNameRefusal } from './school-name.rules.ts'

export const schoolNameRefusalTexts = {
  'school-name-missing': 'Vul een naam in.',
  'school-name-too-long': `De naam mag niet langer zijn dan ${MAX_SCHOOL_NAME_LENGTH} tekens.`,
  'school-name-unreadable': 'De naam bevat tekens die niet leesbaar zijn. Typ de naam opnieuw.',
} satisfies Record<SchoolNameRefusal, string>
