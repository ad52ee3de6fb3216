import { createContext, use } from 'react'
import { useProvided } from '#src/ui/use-provided.ts'
import type { PushActor } from './push.machine.ts'

/** Returns the same promise each time. */
export type LoadPush = () => Promise<PushActor>

/** Loaded after the first screen is shown, since nothing asks about pushes before that. */
export const PushContext = createContext<LoadPush | null>(null)

export const usePush = (): PushActor => use(useProvided(PushContext)())
