import { createContext, type ReactNode } from 'react'
import { useProvided } from '#src/ui/use-provided.ts'
import type { EnrollmentActor } from './enrollment.machine.ts'

export type StartEnrollment = () => EnrollmentActor
/** Returns the same promise each time. */
export type LoadEnrollment = () => Promise<StartEnrollment>

const EnrollmentContext = createContext<LoadEnrollment | null>(null)

/** Provides the machine's loader. It is not in the first screen's code: it loads later, or with the first dialog. */
export const EnrollmentProvider = ({ load, children }: { load: LoadEnrollment; children: ReactNode }) => (
  <EnrollmentContext value={load}>{children}</EnrollmentContext>
)

export const useLoadEnrollment = (): LoadEnrollment => useProvided(EnrollmentContext)
