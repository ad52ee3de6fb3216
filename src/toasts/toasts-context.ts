import { createContext, use } from 'react'
import { useProvided } from '#src/ui/use-provided.ts'
import type { ToastCategory, ToastsActor, Word } from './toasts.machine.ts'

/** Gives the same promise each time. */
export type LoadToasts = () => Promise<ToastsActor>

/** Nothing is said while the first screen loads, so what says it is loaded after that. */
export const ToastsContext = createContext<LoadToasts | null>(null)

export const useToasts = (): ToastsActor => use(useProvided(ToastsContext)())

/**
 * `isEnrolled`: it says that the person is enrolled now, for which there is a mark; `about`: what it is the newest word on, so
 * that no older one contradicts it
 */
export type Notify = (category: ToastCategory, text: string, more?: Pick<Word, 'isEnrolled' | 'about'>) => void

export const NotifyContext = createContext<Notify | null>(null)

/** Shows a toast to the user who is logged in now; once they have left, it shows nothing to the next one. */
export const useNotify = (): Notify => useProvided(NotifyContext)
