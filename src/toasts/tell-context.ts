import { createContext, useContext } from 'react'
import type { ToastCategory } from './toasts.machine.ts'

export type Tell = (category: ToastCategory, text: string) => void

export const TellContext = createContext<Tell | null>(null)

/** Says something to whoever is logged in now, in a toast; once they have left it says nothing to who comes next. */
export function useTell(): Tell {
  const tell = useContext(TellContext)
  if (!tell) throw new Error('useTell stands outside TellContext')
  return tell
}
