import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { moduleLabel } from '#domain/modules/module.rules.ts'

interface Module {
  name: string
  description: string
}

export const calendarTexts = {
  name: 'Wiskundetoetsen',
  summary: ({ name }: Module, { duration }: WhenAndWhere) =>
    duration === 'week' ? `Wiskundetoets ${name} (deze week)` : `Wiskundetoets ${name}`,
  description: (module: Module, moment: WhenAndWhere) =>
    `Je bent ingeschreven voor module ${moduleLabel(module)}, toetsmoment ${whenAndWhereLabel(moment, 'any-time')}.`,
}
