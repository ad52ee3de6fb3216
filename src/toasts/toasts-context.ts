import { createContext, use } from 'react'
import { useProvided } from '#src/ui/use-provided.ts'
import type { ToastCategory, ToastsActor, Word } from './toasts.machine.ts'

/** Returns the same promise each time. */
export type LoadToasts = () => Promise<ToastsActor>

/** Loaded after the first screen is shown, since no toast comes before that. */
export const ToastsContext = createContext<LoadToasts | null>(null)

export const useToasts = (): ToastsActor => use(useProvided(ToastsContext)())

/**
 * Raises a toast. `isEnrolled`: it says that the student is enrolled now, which has its own mark. `about`: its subject, on
 * which it replaces an older toast
 */
export type Notify = (category: ToastCategory, text: string, more?: Pick<Word, 'isEnrolled' | 'about'>) => void

export const NotifyContext = createContext<Notify | null>(null)

/** Shows a toast to the user who is logged in now, and to no later user. */
export const useNotify = (): Notify => useProvided(NotifyContext)
