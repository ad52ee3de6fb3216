import { useState } from 'react'
import { leaveWaiting } from '#contract/waiting.ts'
import { briefLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { Testmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'
import { personLabel } from '#domain/users/names.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { ConfirmDialog, ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { useFocusAfter } from '#src/parts/use-focus-after.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './user-edit.module.css'
import { userEditTexts as texts } from './user-edit.texts.ts'

interface WaitingPlacesProps {
  api: Api
  user: User
  /** of one module */
  entries: readonly WaitingEntry[]
  testmoments: readonly Testmoment[]
  /** what gets the focus once the place that had it is gone */
  heading: () => HTMLElement | null
}

/** Where a student waits for a seat, each with the way off that list. */
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

function WaitingPlace({ api, user, entry, testmoments, onSent }: WaitingPlaceProps) {
  const notify = useNotify()
  const [isAsking, setIsAsking] = useState(false)
  const now = Date.now()
  const { module_name, place, _links } = entry
  const moment = testmoments.find(({ id }) => id === entry.testmoment_id)
  const leaving = useChange({
    send: (link: NonNullable<typeof _links.leave>) => api.follow(leaveWaiting, link),
    onSaved: () => {
      setIsAsking(false)
      notify('success', texts.offList(personLabel(user), module_name, moment ? briefLabel(moment, now) : null))
    },
    onDone: () => setIsAsking(false),
    onFailed: (failure) => {
      setIsAsking(false)
      notify(
        'error',
        isRefusedFor(failure, 'not-found') ? texts.waitsNoLonger : saveFailureText(failure, texts.offListFailed),
      )
    },
  })
  const { leave } = _links
  return (
    <div className={`${styles.module} ${styles.full}`} data-layout="row 3 between">
      <StatusLine tone="accent" icon="clock">
        {texts.waits(moment ? whenAndWhereLabel(moment, now) : null, place)}
      </StatusLine>
      {leave && (
        <ServerButton
          aria-label={`Van de wachtlijst halen voor module ${module_name}`}
          onClick={() => setIsAsking(true)}
        >
          Van de wachtlijst halen
        </ServerButton>
      )}
      {leave && isAsking && (
        <ConfirmDialog
          title={texts.offListQuestion(personLabel(user), module_name)}
          confirmLabel="Van de lijst halen"
          isBusy={leaving.isBusy}
          onConfirm={() => {
            onSent()
            leaving.change(leave)
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>{texts.offListNotice}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
