import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import type { WhenAndWhere } from '#domain/testmoments/testmoment.schema.ts'

interface Module {
  name: string
  description: string
}

/** What stands in a person's own calendar, among all else that is theirs. */
export const calendarTexts = {
  name: 'Wiskundetoetsen',
  summary: ({ name }: Module, { duration }: WhenAndWhere) =>
    duration === 'week' ? `Wiskundetoets ${name} (deze week)` : `Wiskundetoets ${name}`,
  description: (module: Module, moment: WhenAndWhere) =>
    `Je bent ingeschreven voor module ${moduleLabel(module)}, toetsmoment ${whenAndWhereLabel(moment, 'any-time')}.`,
}
