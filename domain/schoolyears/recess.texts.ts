import { dayLabel } from '#domain/calendar/date-labels.ts'
import type { FieldTexts } from '#domain/entities/differences.ts'
import { schoolNameRefusalTexts } from '#domain/entities/school-name.texts.ts'
import type { RecessRefusal, RecessRemark } from './recess.rules.ts'
import type { Recess } from './recess.schema.ts'

export const recessRefusalTexts = {
  ...schoolNameRefusalTexts,
  'recess-reversed': 'De laatste dag ligt voor de eerste. Draai ze om, of kies een latere dag.',
} satisfies Record<RecessRefusal, string>

export const recessRemarkText = (remark: RecessRemark): string =>
  remark.remark === 'overlaps' ? `Valt deels samen met ${remark.name}.` : 'Valt (deels) buiten dit schooljaar.'

/** 'Meivakantie: ma 27 apr 2026 – zo 10 mei 2026'; a recess of one day has only that day. */
export const recessLabel = ({ name, first_day, last_day }: Recess): string =>
  first_day === last_day
    ? `${name}: ${dayLabel(first_day, 'any-time')}`
    : `${name}: ${dayLabel(first_day, 'any-time')} – ${dayLabel(last_day, 'any-time')}`

/** All recesses as text, shown if two people edit at once. */
export const recessListText = (recesses: readonly Recess[]): string =>
  recesses.length === 0 ? 'geen' : recesses.map(recessLabel).join('; ')

export const recessListTexts: FieldTexts<{ recesses: readonly Recess[] }> = {
  recesses: { label: 'Lesvrije weken', show: recessListText },
}
