import { heardLabel } from '#domain/calendar/date-labels.ts'
import { Alert } from '#src/ui/alert.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { useConnection } from './connection-context.ts'
import styles from './connection-notice.module.css'

/** From when the lists are that the screen shows, and why nothing can be changed now; nothing while they are of now. */
export function ConnectionNotice() {
  const { isGone, isLate, updatedAt } = useConnection()
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
          Dit is {heard}. Wijzigen kan zodra het laatste nieuws er is…
        </StatusLine>
      )}
    </div>
  )
}
