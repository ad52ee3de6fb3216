import { Link, useNavigate } from '@tanstack/react-router'
import { type CSSProperties, type KeyboardEvent, memo, useId, useMemo, useRef, useState } from 'react'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dayLabel } from '#domain/calendar/date-labels.ts'
import { isWeekend } from '#domain/calendar/day-remarks.rules.ts'
import { holidayTexts } from '#domain/calendar/day-remarks.texts.ts'
import { monthName } from '#domain/calendar/month-name.ts'
import { holidaysOn } from '#domain/calendar/public-holidays.rules.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { Recess } from '#domain/schoolyears/recess.schema.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import { Chip, Legend, labelOf } from './moment-chip.tsx'
import { dayByKey, layOutYear, type Month, type Week, weekMomentsOn } from './month-grid.ts'
import styles from './year-calendar.module.css'

interface YearCalendarProps {
  year: Schoolyear
  moments: readonly ManagedTestmoment[]
  recesses: readonly Recess[]
  /** shown while the year has no moments */
  empty: string
}

interface Shared {
  now: number
  today: string
  byDay: ReadonlyMap<string, readonly ManagedTestmoment[]>
  moments: readonly ManagedTestmoment[]
  recesses: readonly Recess[]
  onFocus: (day: string) => void
}

/** Calendar of a school year with its moments; prints on one page. */
export function YearCalendar({ year, moments, recesses, empty }: YearCalendarProps) {
  const navigate = useNavigate()
  const root = useRef<HTMLElement>(null)
  const today = dayOf(Date.now())
  const [active, setActive] = useState<string | null>(null)
  // Memoized, so that moving from day to day renders only the months that are left and entered.
  const { months, first, last, outside, shared } = useMemo(() => {
    const now = Date.now()
    const { byDay, ...laidOut } = layOutYear({ name: year.name, moments, now })
    return { ...laidOut, shared: { now, today, byDay, moments, recesses, onFocus: setActive } satisfies Shared }
  }, [year.name, moments, recesses, today])
  const { now, byDay } = shared
  const isThisYear = today >= first && today <= last
  const reached = active ?? (isThisYear ? today : first)
  /** the day in which a moment is being chosen, with its moments */
  const choosing = useRef<{ day: string; ids: readonly number[] } | null>(null)
  const focus = (selector: string) => root.current?.querySelector<HTMLElement>(selector)?.focus()
  const goTo = (day: string) => {
    setActive(day)
    focus(`[data-day="${day}"]`)
  }
  const open = (id: number) => {
    const params = { schoolyearId: String(year.id), testmomentId: String(id) }
    return navigate({ to: '/schoolyear/$schoolyearId/testmoment/$testmomentId/edit', params })
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
    const chosen = Number(event.target.dataset.moment)
    if (chosen) return choose(event, chosen)
    const { day } = event.target.dataset
    if (day === undefined) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const ids = [...weekMomentsOn(moments, day), ...(byDay.get(day) ?? [])].map(({ id }) => id)
      choosing.current = { day, ids }
      if (ids.length === 1 && ids[0] !== undefined) void open(ids[0])
      else if (ids.length > 1) focus(`[data-moment="${ids[0]}"]`)
      return
    }
    const wanted = dayByKey(day, event.key, { first, last })
    if (wanted === null) return
    event.preventDefault()
    goTo(wanted)
  }
  /** Keys within one day: arrows move between its moments, Escape returns to the day. */
  const choose = (event: KeyboardEvent<HTMLElement>, id: number) => {
    const { day, ids } = choosing.current ?? { day: reached, ids: [id] }
    if (event.key === 'Escape') goTo(day)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : ids.length - 1
      focus(`[data-moment="${ids[(ids.indexOf(id) + step) % ids.length]}"]`)
    } else return
    event.preventDefault()
  }
  return (
    <section
      ref={root}
      className={styles.calendar}
      data-layout="stack 5"
      aria-label={`Kalender ${year.name}`}
      data-print
      onKeyDown={press}
    >
      <h2 className={styles.printed} data-layout="unseen">
        {`Toetsmomenten ${year.name}`}
      </h2>
      <div className={styles.tools} data-layout="row 3">
        <Legend />
        {isThisYear && <Button onClick={() => goTo(today)}>Naar vandaag</Button>}
        <Button onClick={() => window.print()}>Afdrukken</Button>
      </div>
      {moments.length === 0 && <p>{empty}</p>}
      <div className={styles.months} data-layout="stack 5 x4">
        {months.map((month) => (
          <MonthGrid
            key={`${month.year}-${month.month}`}
            month={month}
            shared={shared}
            reached={month.weeks.some(({ days }) => days.includes(reached)) ? reached : null}
          />
        ))}
      </div>
      {outside.length > 0 && <OutsideYear schoolyearId={year.id} moments={outside} now={now} />}
    </section>
  )
}

interface OutsideYearProps {
  schoolyearId: number
  moments: ReturnType<typeof layOutYear>['outside']
  now: number
}

const OutsideYear = ({ schoolyearId, moments, now }: OutsideYearProps) => (
  <div className={styles.outside} data-layout="grid 2">
    <h3>Buiten het schooljaar</h3>
    <ul>
      {moments.map((moment) => (
        <li key={moment.id}>
          <Link
            to="/schoolyear/$schoolyearId/testmoment/$testmomentId/edit"
            params={{ schoolyearId: String(schoolyearId), testmomentId: String(moment.id) }}
          >
            {labelOf(moment, now)}
          </Link>
        </li>
      ))}
    </ul>
  </div>
)

const WEEKDAYS = ['maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag', 'zondag']

/** Explicit roles: browsers have dropped them from tables with another `display`. */
const roles = { grid: 'grid', group: 'rowgroup', row: 'row', header: 'columnheader', cell: 'gridcell' } as const

interface MonthGridProps {
  month: Month
  shared: Shared
  /** the day that Tab goes to, if it is in this month */
  reached: string | null
}

const MonthGrid = memo(function MonthGrid({ month: { year, month, weeks }, shared, reached }: MonthGridProps) {
  const id = useId()
  return (
    <section className={styles.month} data-layout="grid 2" data-box data-pad="3">
      <h3 id={id}>{`${monthName(month)} ${year}`}</h3>
      <table role={roles.grid} aria-labelledby={id} className={styles.grid} data-layout="grid top">
        <thead role={roles.group}>
          <tr role={roles.row} className={styles.week} data-layout="grid">
            {WEEKDAYS.map((weekday) => (
              <th
                key={weekday}
                scope="col"
                role={roles.header}
                aria-label={weekday}
                className={styles.weekday}
                data-text="normal centered muted"
              >
                {weekday.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role={roles.group} className={styles.weeks}>
          {weeks.map((week) => (
            <tr
              key={week.days.join()}
              role={roles.row}
              className={styles.week}
              data-layout="grid"
              style={{ '--lanes': week.lanes } as CSSProperties}
            >
              {WEEKDAYS.map((weekday, column) => (
                <DayCell
                  key={weekday}
                  day={week.days[column] ?? null}
                  week={week}
                  column={column}
                  shared={shared}
                  reached={reached}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
})

interface DayCellProps {
  day: string | null
  week: Week
  column: number
  shared: Shared
  reached: string | null
}

function DayCell({ day, week, column, shared, reached }: DayCellProps) {
  if (day === null) return <td role={roles.cell} className={styles.day} data-layout="grid anchor shrinks" />
  const { now, today, byDay, moments, recesses, onFocus } = shared
  const own = byDay.get(day) ?? []
  const off = [
    ...holidaysOn(day).map((holiday) => holidayTexts[holiday]),
    ...recesses.filter((recess) => recess.first_day <= day && recess.last_day >= day).map(({ name }) => name),
  ]
  // A bar that begins in this cell has its own label.
  const elsewhere = weekMomentsOn(moments, day).filter(
    ({ id }) => !week.bars.some((bar) => bar.moment.id === id && bar.isStart && bar.from === column),
  )
  const label = [dayLabel(day, now), ...off, ...elsewhere.map((moment) => labelOf(moment, now))].join('; ')
  return (
    <td
      role={roles.cell}
      className={styles.day}
      data-layout="grid anchor shrinks"
      data-day={day}
      data-off={off.length > 0 || undefined}
      data-weekend={isWeekend(day) || undefined}
      tabIndex={day === reached ? 0 : -1}
      aria-current={day === today ? 'date' : undefined}
      title={off.join(', ') || undefined}
      onFocus={({ target, currentTarget }) => target === currentTarget && onFocus(day)}
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      <span aria-hidden="true" className={styles.number} data-text="figures muted">
        {Number(day.slice(-2))}
      </span>
      {week.bars
        .filter(({ from }) => from === column)
        .map((bar) => (
          <Chip key={bar.moment.id} moment={bar.moment} bar={bar} now={now} />
        ))}
      <span className={styles.chips} data-layout="grid top">
        {own.map((moment) => (
          <Chip key={moment.id} moment={moment} now={now} />
        ))}
      </span>
    </td>
  )
}
