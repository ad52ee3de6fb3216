import { momentLabel } from '#domain/calendar/date-labels.ts'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import type { Duration } from '#domain/testmoments/testmoment.schema.ts'

interface Module {
  name: string
  description: string
}

interface Moment {
  date: string
  duration: Duration
}

/** What stands in a person's own calendar, among all else that is theirs. */
export const calendarTexts = {
  name: 'Wiskundetoetsen',
  summary: ({ name }: Module, { duration }: Moment) =>
    duration === 'week' ? `Wiskundetoets ${name} (deze week)` : `Wiskundetoets ${name}`,
  description: (module: Module, moment: Moment) =>
    `Je bent ingeschreven voor module ${moduleLabel(module)}, toetsmoment ${momentLabel(moment, 'any-time')}.`,
}
