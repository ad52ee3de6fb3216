import { MAX_NAME_LENGTH, type NameRefusal } from './name.rules.ts'

/** Read beside the field that it is about. */
export const nameRefusalTexts = {
  'name-missing': 'Vul hier je naam in.',
  'name-too-long': `Een naam mag niet langer zijn dan ${MAX_NAME_LENGTH} tekens.`,
  'name-unreadable': 'Deze naam bevat tekens die niet leesbaar zijn. Typ de naam opnieuw.',
} satisfies Record<NameRefusal, string>
