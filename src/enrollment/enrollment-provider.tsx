import { createContext, type ReactNode } from 'react'
import { useProvided } from '#src/ui/use-provided.ts'
import type { EnrollmentActor } from './enrollment.machine.ts'

export type StartEnrollment = () => EnrollmentActor
/** Gives the same promise each time. */
export type LoadEnrollment = () => Promise<StartEnrollment>

const EnrollmentContext = createContext<LoadEnrollment | null>(null)

/** The machine is not part of the first screen: it is loaded beside it, or at the latest with the first dialog. */
export const EnrollmentProvider = ({ load, children }: { load: LoadEnrollment; children: ReactNode }) => (
  <EnrollmentContext value={load}>{children}</EnrollmentContext>
)

export const useLoadEnrollment = (): LoadEnrollment => useProvided(EnrollmentContext)
