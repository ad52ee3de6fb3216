import { useRouteContext } from '@tanstack/react-router'
import { useEffect } from 'react'
import { briefLabel } from '#domain/calendar/date-labels.ts'
import { givingUpSeatTexts, leavingLineTexts } from '#domain/enrollments/waiting.texts.ts'
import { ConfirmDialog } from '../editing/confirm-dialog.tsx'
import type { LostSeat } from './enrollment-choices.ts'

/** Milliseconds between two looks at the line while the question stands open: the server pushes no news of its length. */
const LINE_RENEWAL_MS = 2_000

interface SeatQuestionProps {
  seat: LostSeat
  moduleName: string
  /** label of the button that asked: the answer says the same */
  label: string
  now: number
  onConfirm: () => void
  onClose: () => void
}

/** Asked before a seat at a full moment, or a place in line for one, goes to others: it cannot be taken back. */
export function SeatQuestion({ seat, moduleName, label, now, onConfirm, onClose }: SeatQuestionProps) {
  const { lists } = useRouteContext({ strict: false })
  useEffect(() => {
    void lists?.loadSeats()
    const timer = setInterval(() => void lists?.loadSeats(), LINE_RENEWAL_MS)
    return () => clearInterval(timer)
  }, [lists])
  const { place, inLine } = seat
  const moment = briefLabel(seat.moment, now)
  return (
    <ConfirmDialog
      title={(place ? leavingLineTexts : givingUpSeatTexts).title(moduleName)}
      confirmLabel={label}
      isBusy={false}
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
      onClose={onClose}
    >
      {place ? (
        <p>{leavingLineTexts.lost(place, moment)}</p>
      ) : (
        <>
          <p>
            {givingUpSeatTexts.full(moment)} {givingUpSeatTexts.next(inLine)}
          </p>
          <p>{givingUpSeatTexts.back}</p>
        </>
      )}
    </ConfirmDialog>
  )
}
