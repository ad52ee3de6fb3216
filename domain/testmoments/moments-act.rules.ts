import { addDays } from '#domain/calendar/amsterdam.ts'
import { readAmsterdamTime } from '#domain/calendar/written-time.ts'
import type { MomentsAct, PlannedMoment, PlannedTime } from './moments-act.schema.ts'
import type { TestmomentEdit, TestmomentFields } from './testmoment.schema.ts'
import { type ListedModule, onlyModules, withModules } from './testmoment-edit.rules.ts'

export function editOf(act: MomentsAct, { date }: Pick<TestmomentFields, 'date'>): TestmomentEdit {
  switch (act.kind) {
    case 'open':
    case 'close':
      return { enrollments_enabled: act.kind === 'open' }
    case 'plan':
      return {
        enrollments_open_at: plannedInstant(act.opening, date),
        enrollments_close_at: plannedInstant(act.closing, date),
      }
    case 'seats':
      return { seats: act.seats }
    default:
      return {}
  }
}

/** ISO instant; null to plan none, undefined to keep the current one. A time that summer time skips becomes an hour later. */
function plannedInstant(planned: PlannedTime | undefined, date: string): string | null | undefined {
  if (!planned) return planned
  return 'at' in planned ? planned.at : readAmsterdamTime(`${addDays(date, -planned.days_before)}T${planned.time}`)
}

/** Modules of a moment after the act. Modules that are added or replaced cause no new automatic enrollments. */
export function modulesAfter(
  { how, module_ids }: Extract<MomentsAct, { kind: 'modules' }>,
  listed: readonly ListedModule[],
): ListedModule[] {
  const named = module_ids.map((id) => ({ id }))
  if (how === 'remove') return listed.filter(({ id }) => !module_ids.includes(id))
  return how === 'add' ? withModules(listed, named) : onlyModules(listed, named)
}

/** Part of a plan that a teacher confirms: another edit of the moment, outcome or loss needs a new confirmation. */
export const confirmedOf = ({
  testmoment,
  students_concerned,
  students_above_seats,
  students_promoted,
  ...plan
}: PlannedMoment): object => ({ ...plan, is_notified: students_concerned > 0 })
