import { counted } from '#domain/entities/counts.texts.ts'
import { type FieldTexts, showText, showYesOrNo } from '#domain/entities/differences.ts'
import type { RecordFields } from '#domain/entities/record-fields.ts'
import type { ModuleRefusal } from './module.rules.ts'
import type { Module, ModuleUse } from './module.schema.ts'

/** Fields that an edit may change. */
export type EditableModule = Pick<Module, 'description' | 'active' | 'archived'>

export const moduleRecordFields: RecordFields<Pick<Module, 'description'>> = {
  description: { label: 'Beschrijving', show: showText, form: 'text', read: String },
}

export const moduleFieldTexts: FieldTexts<EditableModule> = {
  ...moduleRecordFields,
  active: { label: 'In gebruik', show: showYesOrNo },
  archived: { label: 'Gearchiveerd', show: showYesOrNo },
}

export const moduleRefusalTexts = {
  'module-in-use': 'Aan deze module hangt al iets. Ze kan niet worden verwijderd, wel gearchiveerd.',
  'module-archived': 'Deze module is gearchiveerd. Zet haar eerst terug.',
} satisfies Record<ModuleRefusal, string>

const countedIfAny = (count: number, one: string, many: string) => (count === 0 ? [] : [counted(count, one, many)])

/** 'Er hangen 12 inschrijvingen en 2 toetsmomenten aan.'; '' without dependent records. */
export function moduleUseText({ enrollments, completions, waits, testmoments }: ModuleUse): string {
  const parts = [
    ...countedIfAny(enrollments, 'inschrijving', 'inschrijvingen'),
    ...countedIfAny(completions, 'afronding', 'afrondingen'),
    ...countedIfAny(
      waits,
      'huidige of eerdere plaats op een wachtlijst',
      'huidige of eerdere plaatsen op wachtlijsten',
    ),
    ...countedIfAny(testmoments, 'toetsmoment', 'toetsmomenten'),
  ]
  if (parts.length === 0) return ''
  const sum = enrollments + completions + waits + testmoments
  return `Er ${sum === 1 ? 'hangt' : 'hangen'} ${listText(parts)} aan.`
}

const listText = (parts: readonly string[]) => new Intl.ListFormat('nl', { type: 'conjunction' }).format(parts)
