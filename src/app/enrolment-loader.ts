import type { LoadEnrolment, StartEnrolment } from '#src/enrolment/enrolment-provider.tsx'
import type { Surroundings } from './enrolment.ts'

/** Loads once; a load that failed is tried again by the next who asks. */
export function enrolmentLoader(surroundings: Surroundings): LoadEnrolment {
  let loading: Promise<StartEnrolment> | undefined
  return () => {
    loading ??= import('./enrolment.ts').then(
      ({ startEnrolment }) =>
        () =>
          startEnrolment(surroundings),
    )
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
}
