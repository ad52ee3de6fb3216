import { createContext, type ReactNode, useContext } from 'react'
import type { EnrolmentActor } from './enrolment.machine.ts'

export type StartEnrolment = () => EnrolmentActor
/** Gives the same promise each time. */
export type LoadEnrolment = () => Promise<StartEnrolment>

const EnrolmentContext = createContext<LoadEnrolment | null>(null)

/** The machine is not part of the first screen: it is loaded beside it, or at the latest with the first dialog. */
export const EnrolmentProvider = ({ load, children }: { load: LoadEnrolment; children: ReactNode }) => (
  <EnrolmentContext value={load}>{children}</EnrolmentContext>
)

export function useLoadEnrolment(): LoadEnrolment {
  const load = useContext(EnrolmentContext)
  if (!load) throw new Error('useLoadEnrolment needs an EnrolmentProvider around it')
  return load
}
