import { type FieldTexts, showText, showYesOrNo } from '#domain/entities/differences.ts'
import type { Schoolyear } from './schoolyear.schema.ts'

/** What an edit may change. */
export type SchoolyearFields = Pick<Schoolyear, 'name' | 'active'>

export const schoolyearFieldTexts: FieldTexts<SchoolyearFields> = {
  name: { label: 'Naam', show: showText },
  active: { label: 'Actief', show: showYesOrNo },
}
