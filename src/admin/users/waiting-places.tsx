import { leaveWaiting } from '#contract/waiting.gen.ts'
import { briefLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { personLabel } from '#domain/users/names.ts'
import type { User } from '#domain/users/user.schema.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { useFocusAfter } from '#src/parts/use-focus-after.ts'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { AskingButton, useWrite } from '#src/parts/writing/writing.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './user-edit.module.css'
import { userEditTexts as texts } from './user-edit.texts.ts'

interface WaitingPlacesProps {
  user: User
  entries: readonly WaitingEntry[]
  testmoments: readonly Testmoment[]
  /** element that gets the focus once the place that had it is gone */
  heading: () => HTMLElement | null
}

export function WaitingPlaces({ entries, heading, ...common }: WaitingPlacesProps) {
  const pressed = useFocusAfter(entries.length, heading)
  return (
    <>
      {entries.map((entry) => (
        <WaitingPlace key={entry.id} entry={entry} onSent={pressed} {...common} />
      ))}
    </>
  )
}

interface WaitingPlaceProps extends Omit<WaitingPlacesProps, 'entries' | 'heading'> {
  entry: WaitingEntry
  /** confirmed: this place is about to go */
  onSent: () => void
}

function WaitingPlace({ user, entry, testmoments, onSent }: WaitingPlaceProps) {
  const api = useApi()
  const now = Date.now()
  const { module_name, place, _links } = entry
  const moment = testmoments.find(({ id }) => id === entry.testmoment_id)
  const { isBusy, write } = useWrite({ inToast: true })
  const { leave } = _links
  const endWait = async (link: Link) => {
    onSent()
    await write({
      send: () => api.follow(leaveWaiting, link),
      saved: texts.offList(personLabel(user), module_name, moment ? briefLabel(moment, now) : null),
      failed: (error) =>
        isRefusedFor(error, 'not-found') ? texts.waitsNoLonger : saveFailureText(error, texts.offListFailed),
    })
  }
  return (
    <div className={`${styles.module} ${styles.full}`} data-layout="row 3 between">
      <div data-layout="grows">
        <StatusLine tone="accent">{texts.waits(moment ? whenAndWhereLabel(moment, now) : null, place)}</StatusLine>
      </div>
      {leave && (
        <AskingButton
          button={{ tone: 'danger', 'aria-label': texts.takeOffFor(module_name), children: texts.takeOff }}
          title={texts.offListQuestion(personLabel(user), module_name)}
          confirmLabel={texts.offListConfirm}
          isBusy={isBusy}
          onConfirm={() => endWait(leave)}
        >
          <p>{texts.offListNotice}</p>
        </AskingButton>
      )}
    </div>
  )
}
