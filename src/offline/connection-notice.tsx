import { heardLabel } from '#domain/calendar/date-labels.ts'
import { Alert } from '#src/ui/alert/alert.tsx'
import { useConnection } from './connection-context.ts'
import styles from './connection-notice.module.css'

/** From when the lists are that the screen shows, and why nothing can be changed now; nothing while they are of now. */
export function ConnectionNotice() {
  const { isGone, isLate, updatedAt } = useConnection()
  const heard = updatedAt && `bijgewerkt ${heardLabel(updatedAt, Date.now())}`
  return (
    <div role="status" className={styles.notice}>
      {isGone && (
        <Alert tone="warning" title={[goneTitle(), heard].filter(Boolean).join(' — ')} live={false}>
          <p>Je ziet wat toen bekend was. Wijzigen kan weer zodra er verbinding is.</p>
        </Alert>
      )}
      {isLate && heard && (
        <Alert tone="neutral" title={`Dit is ${heard}`} live={false}>
          <p>Het laatste nieuws wordt opgehaald. Daarna kun je weer wijzigen.</p>
        </Alert>
      )}
    </div>
  )
}

/** Where the device has a network it is the server that is away. */
const goneTitle = () => (navigator.onLine ? 'Geen verbinding met de server' : 'Je bent offline')
