import { type FieldTexts, showText, showYesOrNo } from '#domain/edit/differences.ts'
import type { Module } from './module.schema.ts'
import type { ModuleRefusal } from './module-edit.rules.ts'

/** What an edit may change. */
export type ModuleFields = Pick<Module, 'description' | 'active'>

export const moduleFieldTexts: FieldTexts<ModuleFields> = {
  description: { label: 'Beschrijving', show: showText },
  active: { label: 'In gebruik', show: showYesOrNo },
}

export const moduleRefusalTexts = {
  'module-name-taken': 'Er is al een module met deze naam. Kies een andere.',
  'module-unknown': 'Deze module bestaat niet (meer). Laad de pagina opnieuw.',
} satisfies Record<ModuleRefusal, string>
