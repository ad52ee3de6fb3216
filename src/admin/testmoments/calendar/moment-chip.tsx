import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { canBeChosen } from '#domain/enrollments/enrollment.rules.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { plannedChange } from '#domain/enrollments/planned-change.rules.ts'
import { plannedChangeText } from '#domain/enrollments/planned-change.texts.ts'
import { takenSeatsLabel } from '#domain/enrollments/waiting.texts.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import type { Bar } from './month-grid.ts'
import styles from './year-calendar.module.css'

type Status = 'open' | 'planned' | 'closed' | 'past'

const statuses = {
  open: { icon: 'check', label: 'open' },
  planned: { icon: 'clock', label: 'opent gepland' },
  closed: { icon: 'lock', label: 'gesloten' },
  past: { icon: 'minus', label: 'geweest' },
} satisfies Record<Status, { icon: IconName; label: string }>

function statusOf(moment: ManagedTestmoment, now: number): Status {
  if (!isCurrent(moment, now)) return 'past'
  if (canBeChosen(moment, now)) return 'open'
  return plannedChange(moment, now)?.change === 'opening' ? 'planned' : 'closed'
}

/** 'vr 20 mrt, 09:00–11:30: 12 van 40 studenten, open, Sluit do 19 mrt om 17:00' */
export function labelOf(moment: ManagedTestmoment, now: number): string {
  const planned = isCurrent(moment, now) ? plannedChange(moment, now) : null
  const facts = [
    `${takenSeatsLabel(moment.students, moment.seats)} ${moment.students === 1 && moment.seats === 0 ? 'student' : 'studenten'}`,
    statuses[statusOf(moment, now)].label,
    planned && plannedChangeText(planned, now),
  ]
  return `${whenAndWhereLabel(moment, now)}: ${facts.filter(Boolean).join(', ')}`
}

interface ChipProps {
  moment: ManagedTestmoment
  /** bar of a week's moment, as long as its days in this row */
  bar?: Bar
  now: number
}

/** A moment: its status as an icon, the number of students, and how full it is as a bar below. */
export function Chip({ moment, bar, now }: ChipProps) {
  const status = statusOf(moment, now)
  const label = labelOf(moment, now)
  const fill = moment.seats === 0 ? 0 : Math.min(100, Math.round((100 * moment.students) / moment.seats))
  const isRest = bar !== undefined && !bar.isStart
  return (
    <Link
      to="/schoolyear/$schoolyearId/testmoment/$testmomentId/edit"
      params={{ schoolyearId: String(moment.schoolyear_id), testmomentId: String(moment.id) }}
      className={styles.chip}
      data-layout="row nowrap centered anchor shrinks"
      data-text="ink figures plain"
      data-status={status}
      data-full={moment.seats > 0 && moment.students >= moment.seats ? true : undefined}
      data-bar={bar ? true : undefined}
      {...(!isRest && { 'data-moment': moment.id })}
      style={{ '--fill': `${fill}%`, '--span': bar?.span, '--lane': bar?.lane } as CSSProperties}
      tabIndex={-1}
      aria-label={label}
      aria-hidden={isRest || undefined}
      title={label}
    >
      <Icon name={statuses[status].icon} />
      <span aria-hidden="true">{moment.students}</span>
    </Link>
  )
}

export const Legend = () => (
  <ul className={styles.legend} data-layout="row 2 x5 stretch grows" data-text="small" aria-label="Legenda">
    {Object.entries(statuses).map(([status, { icon, label }]) => (
      <li data-layout="inline 2" key={status}>
        <span
          className={`${styles.chip} ${styles.shown}`}
          data-layout="row nowrap centered anchor shrinks"
          data-text="ink figures plain"
          data-status={status}
          style={{ '--fill': '0%' } as CSSProperties}
        >
          <Icon name={icon} />
        </span>
        <span>{label}</span>
      </li>
    ))}
    <li data-layout="inline 2">
      <span
        className={`${styles.chip} ${styles.shown}`}
        data-layout="row nowrap centered anchor shrinks"
        data-text="ink figures plain"
        data-status="open"
        style={{ '--fill': '60%' } as CSSProperties}
      >
        12
      </span>
      studenten, met hoe vol het is
    </li>
    <li data-layout="inline 2">
      <span className={styles.sample} data-off />
      feestdag of lesvrij
    </li>
    <li data-layout="inline 2">
      <span className={styles.sample} data-today />
      vandaag
    </li>
  </ul>
)
