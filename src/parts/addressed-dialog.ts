import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useLoadEnrollment } from '#src/enrollment/enrollment-provider.tsx'
import { whenIdle } from '#src/ui/when-idle.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** true when opening a dialog pushed this entry: closing the dialog then goes back */
    openedDialog?: true
  }
}

/** Returns how to close the dialog that the address names (`?module=7`): a reload keeps it open, the back button closes it. */
export function useCloseDialog(): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    if (router.state.location.state.openedDialog) router.history.back()
    else void navigate({ to: '.', search: {}, replace: true, resetScroll: false })
  }
}

/**
 * Returns the value from before the dialog opened for as long as the dialog covers the screen: nothing behind it may move,
 * however late an answer arrives, since the user cannot reach it.
 */
export function useStillBehind<T>(isOver: boolean, now: T): T {
  const [still, setStill] = useState<{ value: T } | null>(null)
  if (isOver && !still) setStill({ value: now })
  if (!isOver && still) setStill(null)
  return isOver && still ? still.value : now
}

/**
 * Whether a dialog covers the screen, up to the frame that paints its closing. The screen behind is rendered right after that
 * frame, in one go: with `useDeferredValue` it could come more than 500 ms after the press, and then counts as a layout shift
 * without input.
 */
export function useOverUntilPainted(isOpen: boolean): boolean {
  const [isOver, setOver] = useState(isOpen)
  if (isOpen && !isOver) setOver(true)
  useEffect(() => {
    if (isOpen || !isOver) return
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(setOver, 0, false)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isOpen, isOver])
  return isOpen || isOver
}

/** Number that changes each time the dialog closes: what was changed there may be sorted into the screen behind it. */
export function useVisit(isOpen: boolean): number {
  const [visit, setVisit] = useState({ count: 0, isOpen })
  if (visit.isOpen !== isOpen) setVisit({ count: visit.count + Number(!isOpen), isOpen })
  return visit.count
}

/** Loads what the enrollment dialog needs, once the page is idle 1 s after the screen is shown, so that the dialog opens at once. */
export function useReadyDialog(dialog: { preload?: () => Promise<void> | undefined }): void {
  const loadEnrollment = useLoadEnrollment()
  useEffect(() => {
    const fetchAhead = () => Promise.all([dialog.preload?.(), loadEnrollment()]).catch(() => undefined)
    const timer = setTimeout(whenIdle, 1_000, fetchAhead)
    return () => clearTimeout(timer)
  }, [dialog, loadEnrollment])
}
