import { useSelector } from '@xstate/react'
import { createContext, useContext } from 'react'
import type { ConnectionActor } from './connection.machine.ts'

export const ConnectionContext = createContext<ConnectionActor | null>(null)

/** False while the server does not answer: what was seen can be read, nothing can be changed. */
export function useIsConnected(): boolean {
  const actor = useContext(ConnectionContext)
  if (!actor) throw new Error('useIsConnected stands outside ConnectionContext')
  return useSelector(actor, (state) => state.matches('connected'))
}
