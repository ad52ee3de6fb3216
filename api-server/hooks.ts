import { enrollAutomatically, enrollInGains, enrollStudents } from './enrollments/automatic-enrollment.ts'
import { findClaimants } from './enrollments/desk/waiting-line.ts'
import { dissolveLine } from './enrollments/waiting/leaving-line.ts'
import { countLostWaits } from './enrollments/waiting/lost-waits.ts'
import { registerEnrollmentHooks } from './facts/enrollment-hooks.ts'

/** Registers what the enrollment layer does when lower layers change something: the only place that knows both. */
export const registerHooks = (): void =>
  registerEnrollmentHooks({
    enrollStudents,
    enrollAutomatically,
    enrollInGains,
    countLostWaits,
    findClaimants,
    dissolveLine,
  })
