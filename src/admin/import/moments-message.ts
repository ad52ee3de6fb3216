import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import type { ListedChange } from '#domain/import/import.schema.ts'
import { momentsUpdatedMessage } from '#domain/messages/change.texts.ts'
import { labelOf } from './list-columns.ts'

/** Fields that students plan by; enrolled students need no message about seats or modules. */
const PLANNED_BY = ['starts', 'ends', 'location', 'closes']

interface ChangedMoment {
  moment: Pick<WhenAndWhere, 'date' | 'duration'>
  changes: readonly Pick<ListedChange, 'field' | 'old' | 'new'>[]
}

/** Message to those enrolled at moments that an import changes, or that its undoing changes back. */
export const momentsMessage = (moments: readonly ChangedMoment[]) =>
  momentsUpdatedMessage(
    moments.map(({ moment, changes }) => ({
      moment,
      changes: changes
        .filter(({ field }) => PLANNED_BY.includes(field))
        .map(({ field, old, new: current }) => `${labelOf('testmoments', field)}: ${old} → ${current}`),
    })),
    Date.now(),
  )
