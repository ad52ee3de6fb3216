import { createContext, use } from 'react'
import { useProvided } from '#src/ui/use-provided.ts'
import type { PushActor } from './push.machine.ts'

/** Gives the same promise each time. */
export type LoadPush = () => Promise<PushActor>

/** Nobody is asked before the first screen stands, so what asks is loaded after that. */
export const PushContext = createContext<LoadPush | null>(null)

export const usePush = (): PushActor => use(useProvided(PushContext)())
