import { useId } from 'react'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { CalendarButton } from '../enrollment-dialog/calendar-button.tsx'
import { ChoiceAction } from '../enrollment-dialog/choice-action.tsx'
import type { ChoiceProps } from '../enrollment-dialog/choice-props.ts'
import { offeredWish } from '../enrollment-dialog/offered-wish.ts'
import styles from './module-choice.module.css'
import { ModuleChoiceStatus } from './module-choice-status.tsx'

/** One module at the moment: what it is, how the student stands with it, and what can be done about it. */
export function ModuleChoice(props: ChoiceProps & { module: { description: string } }) {
  const { api, choice, module, now } = props
  const momentName = momentLabel(choice.testmoment, now)
  const headingId = useId()
  const calendar = choice.enrollment?._links.calendar
  return (
    <li
      className={styles.module}
      aria-labelledby={headingId}
      data-taken={choice.enrollment !== null}
      data-settled={offeredWish(choice) === null}
    >
      <div className={styles.words}>
        <h3 id={headingId}>{module.name}</h3>
        <p className={styles.description}>{module.description}</p>
        <ModuleChoiceStatus choice={choice} moduleName={module.name} now={now} />
        {calendar && <CalendarButton api={api} link={calendar} moduleName={module.name} momentName={momentName} />}
      </div>
      <ChoiceAction {...props} momentName={momentName} />
    </li>
  )
}
