import type { ToastCategory } from '#src/toasts/toasts.machine.ts'
import { useToasts } from '#src/toasts/toasts-context.ts'

/** Says in a toast what became of a change. */
export function useTell() {
  const toasts = useToasts()
  return (category: ToastCategory, text: string) => toasts.send({ type: 'toast.raised', category, text })
}
