import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import { opensAt } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { PlannedChangeLine } from '#src/parts/clock/clock.tsx'
import { useOpening } from '#src/parts/clock/use-opening.ts'
import { MomentName } from '#src/parts/moment-name.tsx'
import styles from './announced-openings.module.css'
import { ModuleLinks } from './module-links.tsx'
import { type ChoosableMoment, choosableMoments } from './modules-overview.ts'
import rows from './now-section.module.css'

interface AnnouncedOpeningsProps {
  statuses: readonly ModuleStatus[]
  testmoments: readonly Testmoment[]
  now: number
}

/** What opens by itself, and how long that takes; once it has, the list above shows it. */
export function AnnouncedOpenings({ statuses, testmoments, now }: AnnouncedOpeningsProps) {
  useOpening(testmoments, now)
  const announced = announcedMoments(statuses, testmoments, now)
  if (announced.length === 0) return null
  return (
    <section className={styles.announced}>
      <h3>Gaat straks open</h3>
      <ul className={rows.rows}>
        {announced.map(({ testmoment, choosable, opening }) => (
          <li key={testmoment.id} className={rows.row}>
            <strong>
              <MomentName moment={testmoment} now={now} />
            </strong>
            <div className={rows.planned}>
              <PlannedChangeLine change="opening" at={opening} />
            </div>
            <ModuleLinks modules={choosable} label="Straks te kiezen modules" />
          </li>
        ))}
      </ul>
    </section>
  )
}

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
