import { createContext, useContext } from 'react'
import type { ToastsActor } from './toasts.machine.ts'

export const ToastsContext = createContext<ToastsActor | null>(null)

export function useToasts(): ToastsActor {
  const actor = useContext(ToastsContext)
  if (!actor) throw new Error('useToasts stands outside ToastsContext')
  return actor
}
