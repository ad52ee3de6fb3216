import { shallowEqual, useSelector } from '@xstate/react'
import { createContext, useEffect, useRef, useState } from 'react'
import { useProvided } from '#src/ui/use-provided.ts'
import { type ConnectionActor, isHeld } from './connection.machine.ts'
import type { ConnectionState, ConnectionWords } from './connection-words.tsx'

export const ConnectionContext = createContext<ConnectionActor | null>(null)

type Snapshot = ReturnType<ConnectionActor['getSnapshot']>

export function useInConnection<T>(select: (state: Snapshot) => T): T {
  return useSelector(useProvided(ConnectionContext), select, shallowEqual)
}

/** False while the data can be read but not changed. */
export const useIsConnected = (): boolean => useInConnection((state) => !isHeld(state))

/** Whether the server answers, whether it is slow to confirm the data shown, and how old these are. */
export const useConnection = (): ConnectionState =>
  useInConnection((state) => ({
    isGone: state.matches('disconnected'),
    isHeld: isHeld(state),
    isLate: state.hasTag('late'),
    updatedAt: state.context.updatedAt,
  }))

/** Reloads the page once `isGone` ends, for what could not be loaded and nothing else would bring. */
export function useReloadOnReturn(isGone: boolean): void {
  const wasGone = useRef(false)
  useEffect(() => {
    if (wasGone.current && !isGone) location.reload()
    wasGone.current = isGone
  }, [isGone])
}

let Words: typeof ConnectionWords | null = null

/** Loads the texts soon after the screen is shown, so that they are there once the server is not. */
const loadWords = () =>
  import('./connection-words.tsx').then(
    (loaded) => {
      Words = loaded.ConnectionWords
    },
    // Tried again when there is something to show.
    () => undefined,
  )

/** Says how old the lists on the screen are, and why nothing can be changed now; empty while they are current. */
export function ConnectionNotice() {
  const state = useConnection()
  const [Notice, setNotice] = useState(() => Words)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change may need the texts
  useEffect(() => {
    if (!Notice) void loadWords().then(() => setNotice(() => Words))
  }, [Notice, state.isGone, state.isLate])
  // The live region exists from the start.
  return <div role="status">{Notice && <Notice {...state} />}</div>
}
