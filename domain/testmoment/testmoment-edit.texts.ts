import { fullDayLabel, instantLabel } from '#domain/calendar/date-labels.ts'
import type { FieldTexts } from '#domain/edit/differences.ts'
import { limitLabel } from '#domain/testmoment/moment-conditions.texts.ts'
import type { TestmomentFields } from './testmoment-edit.schema.ts'

/** A remark and no refusal: who keeps up what has been may add it later. */
export const pastDaysText = 'Deze datum is al geweest: studenten kunnen zich hiervoor niet inschrijven.'

const showTime = (instant: string | null): string => (instant === null ? 'niet gepland' : instantLabel(instant))

export const testmomentFieldTexts: FieldTexts<TestmomentFields> = {
  date: { label: 'Datum', show: fullDayLabel },
  duration: { label: 'Duur', show: (duration) => ({ day: 'een dag', week: 'een week' })[duration] },
  max_enrollments: { label: 'Maximum', show: limitLabel },
  enrollments_enabled: { label: 'Inschrijvingen', show: (enabled) => (enabled ? 'open' : 'gesloten') },
  enrollments_open_at: { label: 'Opent op', show: showTime },
  enrollments_close_at: { label: 'Sluit op', show: showTime },
}
