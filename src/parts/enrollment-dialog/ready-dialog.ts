import { lazyRouteComponent } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLoadEnrollment } from '#src/enrollment/enrollment-provider.tsx'

/** Not part of the first screen's code. When a release has replaced the file meanwhile, the page is loaded anew. */
export const EnrollmentDialog = lazyRouteComponent(() => import('./enrollment-dialog.tsx'), 'EnrollmentDialog')

/** Fetches what the dialog needs as soon as the screen has nothing better to do, so that it opens at once. */
export function useReadyDialog(): void {
  const loadEnrollment = useLoadEnrollment()
  useEffect(() => {
    const fetchAhead = () => Promise.all([EnrollmentDialog.preload?.(), loadEnrollment()]).catch(() => undefined)
    const timer = setTimeout(fetchAhead, 1_000)
    return () => clearTimeout(timer)
  }, [loadEnrollment])
}
