import { shallowEqual, useSelector } from '@xstate/react'
import { createContext, useEffect, useRef } from 'react'
import { heardLabel } from '#domain/calendar/date-labels.ts'
import { Alert } from '#src/ui/alert.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { useProvided } from '#src/ui/use-provided.ts'
import { type ConnectionActor, isHeld } from './connection.machine.ts'
import styles from './connection-view.module.css'

export const ConnectionContext = createContext<ConnectionActor | null>(null)

type Snapshot = ReturnType<ConnectionActor['getSnapshot']>

function useInConnection<T>(select: (state: Snapshot) => T): T {
  return useSelector(useProvided(ConnectionContext), select, shallowEqual)
}

/** False while what is shown can be read, and not changed. */
export const useIsConnected = (): boolean => useInConnection((state) => !isHeld(state))

/** False while some list that is shown is one that the device kept, until all have been asked for. */
export const useIsConfirmed = (): boolean =>
  useInConnection((state) => state.matches({ connected: { lists: 'confirmed' } }))

/** Why nothing can be changed now, in a few words. Undefined where it can, and while the server is only just being asked. */
export const useWaitReason = (): string | undefined =>
  useInConnection((state) => {
    if (state.matches('disconnected')) return 'Wacht op verbinding'
    return isHeld(state) && state.hasTag('late') ? 'Wacht op het laatste nieuws' : undefined
  })

/** Whether the server answers, whether it is slow to confirm what is shown, and from when that is. */
export const useConnection = () =>
  useInConnection((state) => ({
    isGone: state.matches('disconnected'),
    isHeld: isHeld(state),
    isLate: state.hasTag('late'),
    updatedAt: state.context.updatedAt,
  }))

/**
 * From when (ms, by the device's clock) is what is shown, while changes of it are not heard of; null while they are, and
 * while nothing is known. Nobody follows yet when the first screen has just come.
 */
export const useHeardAt = (): number | null =>
  useInConnection((state) => {
    const isDeaf =
      isHeld(state) ||
      state.hasTag('late') ||
      state.matches({ connected: { stream: 'asking' } }) ||
      state.matches({ connected: { stream: 'shut' } })
    return isDeaf ? state.context.updatedAt : null
  })

/** Loads the page anew once `isGone` ends, where nothing less brings what could not be loaded. */
export function useReloadOnReturn(isGone: boolean): void {
  const wasGone = useRef(false)
  useEffect(() => {
    if (wasGone.current && !isGone) location.reload()
    wasGone.current = isGone
  }, [isGone])
}

/** From when the lists are that the screen shows, and why nothing can be changed now; nothing while they are of now. */
export function ConnectionNotice() {
  const { isGone, isHeld, isLate, updatedAt } = useConnection()
  const heard = updatedAt && `bijgewerkt ${heardLabel(updatedAt, Date.now())}`
  // Where the device has a network it is the server that is away.
  const title = navigator.onLine ? 'Geen verbinding met de server' : 'Je bent offline'
  return (
    <div role="status" className={styles.notice}>
      {isGone && (
        <Alert tone="warning" title={heard ? `${title} — ${heard}` : title} live={false}>
          <p>Wijzigen kan weer zodra er verbinding is.</p>
        </Alert>
      )}
      {isLate && heard && (
        <StatusLine tone="neutral" icon="clock">
          Dit is {heard}.{isHeld && ' Wijzigen kan zodra het laatste nieuws er is…'}
        </StatusLine>
      )}
    </div>
  )
}
