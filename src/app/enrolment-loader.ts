import type { LoadEnrolment } from '#src/enrolment/enrolment-provider.tsx'
import type { Surroundings } from './enrolment.ts'
import { loadedOnce } from './loaded-once.ts'

export const enrolmentLoader = (surroundings: Surroundings): LoadEnrolment =>
  loadedOnce(async () => {
    const { startEnrolment } = await import('./enrolment.ts')
    return () => startEnrolment(surroundings)
  })
