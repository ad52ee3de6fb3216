import type { SourceConfig } from '#server/source-config.ts'
import { queueResults } from './acts/source/sending.queries.ts'
import { enrollAutomatically, enrollInGains, enrollStudents } from './enrollments/automatic-enrollment.ts'
import { findClaimants } from './enrollments/desk/waiting-line.ts'
import { dissolveLine } from './enrollments/waiting/leaving-line.ts'
import { countLostWaits } from './enrollments/waiting/lost-waits.ts'
import { registerEnrollmentHooks } from './facts/enrollment-hooks.ts'
import { registerResultHooks } from './facts/result-hooks.ts'

/** Registers what higher layers do when lower ones change something: the only place that knows both. */
export function registerHooks(source?: SourceConfig): void {
  registerEnrollmentHooks({
    enrollStudents,
    enrollAutomatically,
    enrollInGains,
    countLostWaits,
    findClaimants,
    dissolveLine,
  })
  registerResultHooks({ published: source?.sendsResults ? queueResults : async () => undefined })
}
