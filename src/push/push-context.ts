import { createContext, use, useContext } from 'react'
import type { PushActor } from './push.machine.ts'

/** Gives the same promise each time. */
export type LoadPush = () => Promise<PushActor>

/** Nobody is asked before the first screen stands, so what asks is loaded after that. */
export const PushContext = createContext<LoadPush | null>(null)

export function usePush(): PushActor {
  const load = useContext(PushContext)
  if (!load) throw new Error('usePush stands outside PushContext')
  return use(load())
}
