import { useId } from 'react'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { slotsLabel } from '#domain/enrollments/enrollment-status.texts.ts'
import { availabilityLabel } from '#domain/testmoments/testmoment.texts.ts'
import { CalendarButton } from './calendar-button.tsx'
import { ChoiceAction } from './choice-action.tsx'
import styles from './choice-card.module.css'
import type { ChoiceProps } from './choice-props.ts'
import { ChoiceStatus } from './choice-status.tsx'
import { offeredWish } from './offered-wish.ts'

/** One moment for a module: when, for whom, how much room, and what can be done about it. */
export function ChoiceCard(props: ChoiceProps) {
  const { api, choice, module, now } = props
  const { testmoment, slots } = choice
  const headingId = useId()
  const momentName = momentLabel(testmoment, now)
  const calendar = choice.enrollment?._links.calendar
  return (
    <li
      className={styles.card}
      aria-labelledby={headingId}
      data-taken={choice.enrollment !== null}
      data-settled={offeredWish(choice) === null}
    >
      <h3 id={headingId}>{momentName}</h3>
      <dl className={styles.facts}>
        <dt>Modules</dt>
        <dd>{availabilityLabel.card(testmoment.modules.map(({ name }) => name))}</dd>
        <dt>Ruimte</dt>
        <dd>{slotsLabel(slots)}</dd>
      </dl>
      <ChoiceStatus choice={choice} moduleName={module.name} now={now} />
      {calendar && (
        <div className={styles.calendar}>
          <CalendarButton api={api} link={calendar} moduleName={module.name} momentName={momentName} />
        </div>
      )}
      <ChoiceAction {...props} momentName={momentName} />
    </li>
  )
}
