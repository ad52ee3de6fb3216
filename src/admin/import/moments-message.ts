import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import type { ListedChange } from '#domain/import/import.schema.ts'
import { momentsUpdatedMessage } from '#domain/messages/change.texts.ts'
import { labelOf } from './list-columns.ts'

/** The fields that students plan by; how many fit, and in what, is no news to who is enrolled. */
const PLANNED_BY = ['starts', 'ends', 'location', 'closes']

interface ChangedMoment {
  moment: Pick<WhenAndWhere, 'date' | 'duration'>
  changes: readonly Pick<ListedChange, 'field' | 'old' | 'new'>[]
}

/** The message to those enrolled at moments that an import changes, or that turning it back changes again. */
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
