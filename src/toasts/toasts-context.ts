import { createContext, useContext } from 'react'
import type { ToastCategory, ToastsActor } from './toasts.machine.ts'

export const ToastsContext = createContext<ToastsActor | null>(null)

export function useToasts(): ToastsActor {
  const actor = useContext(ToastsContext)
  if (!actor) throw new Error('useToasts stands outside ToastsContext')
  return actor
}

/** `raise('success', 'De wijzigingen zijn opgeslagen')`. What it says must also be visible in place. */
export function useRaiseToast(): (category: ToastCategory, text: string) => void {
  const actor = useToasts()
  return (category, text) => actor.send({ type: 'toast.raised', category, text })
}
