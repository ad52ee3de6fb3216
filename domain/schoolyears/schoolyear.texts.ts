import { countedTestmoments } from '#domain/entities/counts.texts.ts'
import { type FieldTexts, showText, showYesOrNo } from '#domain/entities/differences.ts'
import type { SchoolyearRefusal } from './schoolyear.rules.ts'
import type { ManagedSchoolyear } from './schoolyear.schema.ts'

/** Fields that an edit may change. */
export type SchoolyearFields = Pick<ManagedSchoolyear, 'name' | 'active' | 'archived'>

export const schoolyearFieldTexts: FieldTexts<SchoolyearFields> = {
  name: { label: 'Naam', show: showText },
  active: { label: 'Actief', show: showYesOrNo },
  archived: { label: 'Gearchiveerd', show: showYesOrNo },
}

/** Screens that know the records that depend on a school year name them with it: `whatHangsText`. */
export const schoolyearRefusalTexts = {
  'schoolyear-active': 'Dit schooljaar is nu actief. Maak eerst een ander schooljaar actief, of zet dit uit.',
  'schoolyear-archived': 'Dit schooljaar is gearchiveerd. Haal het eerst terug.',
  'schoolyear-in-use':
    'Dit schooljaar heeft toetsmomenten en kan daarom niet verwijderd worden. Verwijder die eerst, of archiveer het schooljaar.',
} satisfies Record<SchoolyearRefusal, string>

export const whatHangsText = (testmoments: number): string =>
  `Dit schooljaar heeft ${countedTestmoments(testmoments)} en kan daarom niet verwijderd worden. Je kunt het wel archiveren.`
