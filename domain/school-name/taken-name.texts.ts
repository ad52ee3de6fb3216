import type { TakenNameRefusal } from './school-name.rules.ts'

export const takenNameTexts = {
  'schoolyear-name-taken': 'Er is al een schooljaar met deze naam. Kies een andere.',
  'education-department-name-taken': 'Er is al een studierichting met deze naam. Kies een andere.',
  'module-name-taken': 'Er is al een module met deze naam. Kies een andere.',
} satisfies Record<TakenNameRefusal, string>
