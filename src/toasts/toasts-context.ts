import { createContext, use, useContext } from 'react'
import type { ToastsActor } from './toasts.machine.ts'

/** Gives the same promise each time. */
export type LoadToasts = () => Promise<ToastsActor>

/** Nothing is said while the first screen loads, so what says it is loaded after that. */
export const ToastsContext = createContext<LoadToasts | null>(null)

export function useToasts(): ToastsActor {
  const load = useContext(ToastsContext)
  if (!load) throw new Error('useToasts stands outside ToastsContext')
  return use(load())
}
