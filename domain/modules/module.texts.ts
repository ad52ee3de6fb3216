import { type FieldTexts, showText, showYesOrNo } from '#domain/entities/differences.ts'
import type { RecordFields } from '#domain/entities/record-fields.ts'
import type { ModuleRefusal } from './module.rules.ts'
import type { Module, ModuleUse } from './module.schema.ts'

/** Fields that an edit may change. */
export type ModuleFields = Pick<Module, 'description' | 'active' | 'archived'>

export const moduleFields: RecordFields<Pick<Module, 'description'>> = {
  description: { label: 'Beschrijving', show: showText, form: 'text', read: String },
}

export const moduleFieldTexts: FieldTexts<ModuleFields> = {
  ...moduleFields,
  active: { label: 'In gebruik', show: showYesOrNo },
  archived: { label: 'Gearchiveerd', show: showYesOrNo },
}

export const moduleRefusalTexts = {
  'module-in-use': 'Aan deze module hangt al iets. Ze kan niet worden verwijderd, wel gearchiveerd.',
  'module-archived': 'Deze module is gearchiveerd. Zet haar eerst terug.',
} satisfies Record<ModuleRefusal, string>

const counted = (count: number, one: string, more: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : more}`]

/** 'Er hangen 12 inschrijvingen en 2 toetsmomenten aan.'; '' without dependent records. */
export function moduleUseText({ enrollments, completions, waits, testmoments }: ModuleUse): string {
  const named = [
    ...counted(enrollments, 'inschrijving', 'inschrijvingen'),
    ...counted(completions, 'afronding', 'afrondingen'),
    ...counted(waits, 'huidige of eerdere plaats op een wachtlijst', 'huidige of eerdere plaatsen op wachtlijsten'),
    ...counted(testmoments, 'toetsmoment', 'toetsmomenten'),
  ]
  if (named.length === 0) return ''
  const sum = enrollments + completions + waits + testmoments
  return `Er ${sum === 1 ? 'hangt' : 'hangen'} ${inWords(named)} aan.`
}

const inWords = (named: readonly string[]) => new Intl.ListFormat('nl', { type: 'conjunction' }).format(named)
