import { createActorContext } from '@xstate/react'
import { type ToastCategory, toastsMachine } from './toasts.machine.ts'

export const Toasts = createActorContext(toastsMachine)

/** `raise('success', 'De wijzigingen zijn opgeslagen')`. What it says must also be visible in place. */
export function useRaiseToast(): (category: ToastCategory, text: string) => void {
  const actor = Toasts.useActorRef()
  return (category, text) => actor.send({ type: 'toast.raised', category, text })
}
