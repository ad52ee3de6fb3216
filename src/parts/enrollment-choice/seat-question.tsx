import { briefLabel } from '#domain/calendar/date-labels.ts'
import { givingUpSeatTexts } from '#domain/enrollments/waiting.texts.ts'
import { ConfirmDialog } from '../editing/confirm-dialog.tsx'
import type { LostSeat } from './enrollment-choices.ts'

interface SeatQuestionProps {
  seat: LostSeat
  moduleName: string
  /** what the button says that asked: the answer says the same */
  label: string
  now: number
  onConfirm: () => void
  onClose: () => void
}

/** Asked before a seat at a full moment goes to others: it cannot be taken back. */
export const SeatQuestion = ({ seat, moduleName, label, now, onConfirm, onClose }: SeatQuestionProps) => (
  <ConfirmDialog
    title={givingUpSeatTexts.title(moduleName)}
    confirmLabel={label}
    isBusy={false}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <p>
      {givingUpSeatTexts.full(briefLabel(seat.moment, now))} {givingUpSeatTexts.next(seat.inLine)}
    </p>
    <p>{givingUpSeatTexts.back}</p>
  </ConfirmDialog>
)
