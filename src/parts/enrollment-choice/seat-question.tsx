import { useRouteContext } from '@tanstack/react-router'
import { useEffect } from 'react'
import { briefLabel } from '#domain/calendar/date-labels.ts'
import { givingUpSeatTexts, leavingLineTexts } from '#domain/enrollments/waiting.texts.ts'
import { ConfirmDialog } from '../writing/writing.tsx'
import type { LostSeat } from './enrollment-choices.ts'

/** Interval (ms) for fetching the waiting list while the question is open: the server pushes no events about its length. */
const LINE_RENEWAL_MS = 2_000

interface SeatQuestionProps {
  seat: LostSeat
  moduleName: string
  /** label of the button that asked; the confirm button repeats it */
  label: string
  now: number
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a seat at a full moment, or a place on its waiting list, goes to others: that cannot be undone. */
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
          <p>{`${givingUpSeatTexts.full(moment)} ${givingUpSeatTexts.next(inLine)}`}</p>
          <p>{givingUpSeatTexts.back}</p>
        </>
      )}
    </ConfirmDialog>
  )
}
