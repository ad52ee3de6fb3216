import { type ReactNode, useState } from 'react'
import { editTestmoment, previewTestmomentEdit } from '#contract/testmoments.gen.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { sumOfSeats } from '#domain/rooms/testmoment-rooms.rules.ts'
import { editBody } from '#src/api/api.ts'
import { useApi } from '#src/api/use-api.ts'
import { rebaseAlways, useChange } from '#src/parts/editing/use-change.tsx'
import { PlanButtons, PlanDialog, PlanSentences, PlanState } from '#src/parts/plan/plan-dialog.tsx'
import { usePlan } from '#src/parts/plan/use-plan.ts'
import { ServerButton } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { promotedNowText, SeatEffects } from '../moment-students.tsx'
import styles from './rooms.module.css'
import { testmomentRoomsTexts as texts } from './testmoment-rooms.texts.ts'

interface RoomSeatsProps {
  testmoment: ManagedTestmoment
  /** null while not all of their seats can be read */
  rooms: readonly { seats: number }[] | null
  /** the rooms are not saved as they are shown */
  isDirty: boolean
  /** saves them */
  children: ReactNode
}

/** At the foot: seats of all rooms beside the moment's limit, and one press to make the limit equal once they are saved. */
export function RoomSeats({ testmoment, rooms, isDirty, children }: RoomSeatsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const sum = sumOfSeats(rooms ?? [])
  const hasSum = rooms !== null && rooms.length > 0
  return (
    <>
      <p className={styles.sum} role="status" data-layout="grows" data-text="small figures">
        {isDirty && <span>{`${texts.unsaved} `}</span>}
        {rooms?.length === 0 && !isDirty && <span>{texts.none}</span>}
        {hasSum && <span>{texts.sum(rooms.length, sum, testmoment.seats)}</span>}
      </p>
      <div data-layout="row 2">
        {hasSum && !isDirty && sum !== testmoment.seats && (
          <ServerButton aria-label={texts.equalizeLimit} onClick={() => setIsAsking(true)}>
            {texts.equalize}
          </ServerButton>
        )}
        {children}
      </div>
      {isAsking && <EqualizeDialog testmoment={testmoment} sum={sum} onClose={() => setIsAsking(false)} />}
    </>
  )
}

interface EqualizeDialogProps {
  testmoment: ManagedTestmoment
  sum: number
  onClose: () => void
}

/** The edit of the moment's limit, with what it means to students. */
function EqualizeDialog({ testmoment, sum, onClose }: EqualizeDialogProps) {
  const api = useApi()
  const notify = useNotify()
  const plan = usePlan({
    question: { seats: sum },
    preview: (query) => api.follow(previewTestmomentEdit, testmoment._links.edit_preview, { query }),
    failed: texts.previewFailed,
  })
  const saving = useChange({
    send: (seats: number, { theirs, confirmed }) =>
      api.follow(editTestmoment, testmoment._links.edit, {
        query: { confirmed },
        body: editBody(testmoment, { seats }, theirs),
      }),
    rebase: rebaseAlways,
    saved: texts.equalized(sum),
    onSaved: ({ students_promoted }) => {
      if (students_promoted > 0) notify('neutral', promotedNowText(students_promoted))
      onClose()
    },
    failed: texts.equalizeFailed,
    onYield: onClose,
  })
  const { students_above_seats = 0, students_promoted = 0 } = plan.plan ?? {}
  return (
    <PlanDialog title={texts.equalizeQuestion(sum)} onClose={onClose}>
      <PlanState plan={plan} />
      {plan.plan && (
        <PlanSentences>
          <p>{texts.equalizing(testmoment.seats, sum)}</p>
          <SeatEffects above={students_above_seats} promoted={students_promoted} />
        </PlanSentences>
      )}
      <PlanButtons
        label={plan.plan && texts.equalizeConfirm(sum)}
        isBusy={saving.isBusy}
        problem={saving.problem}
        onConfirm={() => saving.change(sum)}
        onClose={onClose}
      />
      {saving.dialog}
    </PlanDialog>
  )
}
