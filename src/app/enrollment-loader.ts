import type { LoadEnrollment } from '#src/enrollment/enrollment-provider.tsx'
import type { Surroundings } from './enrollment.ts'
import { loadedOnce } from './loaded-once.ts'

export const enrollmentLoader = (surroundings: Surroundings): LoadEnrollment =>
  loadedOnce(async () => {
    const { startEnrollment } = await import('./enrollment.ts')
    return () => startEnrollment(surroundings)
  })
