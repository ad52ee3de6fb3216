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

/** False while what is shown can be read, and not changed. */
export const useIsConnected = (): boolean => useInConnection((state) => !isHeld(state))

/** Whether the server answers, whether it is slow to confirm what is shown, and from when that is. */
export const useConnection = (): ConnectionState =>
  useInConnection((state) => ({
    isGone: state.matches('disconnected'),
    isHeld: isHeld(state),
    isLate: state.hasTag('late'),
    updatedAt: state.context.updatedAt,
  }))

/** Reloads the page once `isGone` ends, where nothing less brings what could not be loaded. */
export function useReloadOnReturn(isGone: boolean): void {
  const wasGone = useRef(false)
  useEffect(() => {
    if (wasGone.current && !isGone) location.reload()
    wasGone.current = isGone
  }, [isGone])
}

let Words: typeof ConnectionWords | null = null

/** Loads the words with what the screen shows soon after it stands, so that they are there once the server is not. */
const loadWords = () =>
  import('./connection-words.tsx').then(
    (loaded) => {
      Words = loaded.ConnectionWords
    },
    // Tried again when there is something to say.
    () => undefined,
  )

/** From when the lists are that the screen shows, and why nothing can be changed now; nothing while they are of now. */
export function ConnectionNotice() {
  const state = useConnection()
  const [Notice, setNotice] = useState(() => Words)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change there may be something to say
  useEffect(() => {
    if (!Notice) void loadWords().then(() => setNotice(() => Words))
  }, [Notice, state.isGone, state.isLate])
  // The live region stands there from the start.
  return <div role="status">{Notice && <Notice {...state} />}</div>
}
