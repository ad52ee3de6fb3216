import { type FieldTexts, showText, showYesOrNo } from '#domain/entities/differences.ts'
import type { Module } from './module.schema.ts'

/** What an edit may change. */
export type ModuleFields = Pick<Module, 'description' | 'active'>

export const moduleFieldTexts: FieldTexts<ModuleFields> = {
  description: { label: 'Beschrijving', show: showText },
  active: { label: 'In gebruik', show: showYesOrNo },
}
