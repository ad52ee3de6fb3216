import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import { opensAt } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { type ChoosableMoment, choosableMoments } from './choosable-moments.ts'

export interface AnnouncedMoment extends ChoosableMoment {
  /** ISO instant at which it opens by itself */
  opening: string
}

/** The moments that will open by themselves and then have something for this student, whichever opens first first. */
export function announcedMoments(
  statuses: readonly ModuleStatus[],
  testmoments: readonly Testmoment[],
  now: number,
): AnnouncedMoment[] {
  return testmoments
    .flatMap((testmoment) => {
      const opening = opensAt(testmoment)
      const [opened] = choosableMoments(statuses, [{ ...testmoment, enrollments_enabled: true }], now)
      return opening && opened ? [{ ...opened, opening }] : []
    })
    .toSorted((one, other) => Date.parse(one.opening) - Date.parse(other.opening))
}
