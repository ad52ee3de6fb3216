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

export function useInConnection<T>(select: (state: Snapshot) => T): T {
  return useSelector(useProvided(ConnectionContext), select, shallowEqual)
}

/** False while what is shown can be read, and not changed. */
export const useIsConnected = (): boolean => useInConnection((state) => !isHeld(state))

/** Whether the server answers, whether it is slow to confirm what is shown, and from when that is. */
export const useConnection = () =>
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
        <div className={styles.late}>
          <StatusLine tone="neutral" icon="clock">
            Dit is {heard}.{isHeld && ' Wijzigen kan zodra het laatste nieuws er is…'}
          </StatusLine>
        </div>
      )}
    </div>
  )
}
