import { createContext, use, useContext } from 'react'
import type { ToastCategory, ToastsActor } from './toasts.machine.ts'

/** Gives the same promise each time. */
export type LoadToasts = () => Promise<ToastsActor>

/** Nothing is said while the first screen loads, so what says it is loaded after that. */
export const ToastsContext = createContext<LoadToasts | null>(null)

export function useToasts(): ToastsActor {
  const load = useContext(ToastsContext)
  if (!load) throw new Error('useToasts stands outside ToastsContext')
  return use(load())
}

export type Tell = (category: ToastCategory, text: string) => void

export const TellContext = createContext<Tell | null>(null)

/** Says something to whoever is logged in now, in a toast; once they have left it says nothing to who comes next. */
export function useTell(): Tell {
  const tell = useContext(TellContext)
  if (!tell) throw new Error('useTell stands outside TellContext')
  return tell
}
