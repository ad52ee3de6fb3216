import { dateLabel, dayLabel, instantLabel, type ReadAt } from '#domain/calendar/date-labels.ts'
import type { FieldTexts } from '#domain/edit/differences.ts'
import { limitLabel } from '#domain/testmoment/moment-conditions.texts.ts'
import type { TestmomentFields } from './testmoment-edit.schema.ts'

/** A remark and no refusal: who keeps up what has been may add it later. */
export const pastDaysText = 'Deze datum is al geweest: studenten kunnen zich hiervoor niet inschrijven.'

/** In titles, which tabs and bookmarks keep: always with the year, and of a week without a second 'van'. */
const titleOf = ({ date, duration }: Pick<TestmomentFields, 'date' | 'duration'>): string =>
  `Toetsmoment van ${duration === 'day' ? dayLabel(date, 'any-time') : `${dateLabel(date, 'any-time')} (week)`}`

export const testmomentTitles = {
  edit: (moment: Pick<TestmomentFields, 'date' | 'duration'>) => `${titleOf(moment)} Wijzigen`,
  deletion: (moment: Pick<TestmomentFields, 'date' | 'duration'>) => `${titleOf(moment)} verwijderen?`,
}

/** `readAt` decides whether dates say their year. */
export function testmomentFieldTexts(readAt: ReadAt): FieldTexts<TestmomentFields> {
  const showTime = (instant: string | null) => (instant === null ? 'niet gepland' : instantLabel(instant, readAt))
  return {
    date: { label: 'Datum', show: (date) => dayLabel(date, readAt) },
    duration: { label: 'Duur', show: (duration) => ({ day: 'een dag', week: 'een week' })[duration] },
    max_enrollments: { label: 'Maximum', show: limitLabel },
    enrollments_enabled: { label: 'Inschrijvingen', show: (enabled) => (enabled ? 'open' : 'gesloten') },
    enrollments_open_at: { label: 'Opent op', show: showTime },
    enrollments_close_at: { label: 'Sluit op', show: showTime },
  }
}
