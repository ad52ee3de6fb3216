import { lazyRouteComponent } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLoadEnrolment } from '#src/enrolment/enrolment-provider.tsx'

/** Not part of the first screen's code. When a release has replaced the file meanwhile, the page is loaded anew. */
export const EnrolmentDialog = lazyRouteComponent(() => import('./enrolment-dialog.tsx'), 'EnrolmentDialog')

/** Fetches what the dialog needs as soon as the screen has nothing better to do, so that it opens at once. */
export function useReadyDialog(): void {
  const loadEnrolment = useLoadEnrolment()
  useEffect(() => {
    const fetchAhead = () => Promise.all([EnrolmentDialog.preload?.(), loadEnrolment()]).catch(() => undefined)
    const timer = setTimeout(fetchAhead, 1_000)
    return () => clearTimeout(timer)
  }, [loadEnrolment])
}
