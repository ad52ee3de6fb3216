import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useLoadEnrollment } from '#src/enrollment/enrollment-provider.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** this entry was made by opening a dialog, so that going back closes it */
    openedDialog?: true
  }
}

/** An open dialog is in the address (`?module=7`): a reload keeps it, the back button closes it. */
export function useCloseDialog(): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    if (router.state.location.state.openedDialog) router.history.back()
    else void navigate({ to: '.', search: {}, replace: true, resetScroll: false })
  }
}

/**
 * Returns the value of before a dialog opened until it closes, so that nothing behind it moves that nobody can reach,
 * however late an answer comes.
 */
export function useStillBehind<T>(isOpen: boolean, now: T): T {
  const [still, setStill] = useState<{ value: T } | null>(null)
  if (isOpen && !still) setStill({ value: now })
  if (!isOpen && still) setStill(null)
  return isOpen && still ? still.value : now
}

/** Another number once a dialog closed: what was done there may be sorted into the screen behind it. */
export function useVisit(isOpen: boolean): number {
  const [visit, setVisit] = useState({ count: 0, isOpen })
  if (visit.isOpen !== isOpen) setVisit({ count: visit.count + Number(!isOpen), isOpen })
  return visit.count
}

/** Fetches what a dialog to enroll in needs as soon as the screen has nothing better to do, so that it opens at once. */
export function useReadyDialog(dialog: { preload?: () => Promise<void> | undefined }): void {
  const loadEnrollment = useLoadEnrollment()
  useEffect(() => {
    const fetchAhead = () => Promise.all([dialog.preload?.(), loadEnrollment()]).catch(() => undefined)
    const timer = setTimeout(fetchAhead, 1_000)
    return () => clearTimeout(timer)
  }, [dialog, loadEnrollment])
}
