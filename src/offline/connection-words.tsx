import { receivedLabel } from '#domain/calendar/time-labels.ts'
import { Alert } from '#src/ui/alert.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { ListsRead } from './connection.machine.ts'
import styles from './connection-words.module.css'

/** Whether the server answers, and how current the lists are that the screen shows. */
export interface ConnectionState extends Pick<ListsRead, 'isHeld' | 'updatedAt'> {
  isGone: boolean
  /** the server takes long to confirm what is shown */
  isLate: boolean
}

/** Says from when the lists are that the screen shows, and why nothing can be changed now; nothing while they are current. */
export function ConnectionWords({ isGone, isHeld, isLate, updatedAt }: ConnectionState) {
  const updated = updatedAt && `bijgewerkt ${receivedLabel(updatedAt, Date.now())}`
  // Where the device has a network it is the server that is away.
  const title = navigator.onLine ? 'Geen verbinding met de server' : 'Je bent offline'
  return (
    <>
      {isGone && (
        <div className={styles.gone}>
          <Alert tone="warning" title={updated ? `${title} — ${updated}` : title} live={false}>
            <p>Wijzigen kan weer zodra er verbinding is.</p>
          </Alert>
        </div>
      )}
      {isLate && updated && (
        <div className={styles.late} data-box data-pad="2 x3">
          <StatusLine tone="neutral" icon="clock">
            Dit is {updated}.{isHeld && ' Wijzigen kan zodra het laatste nieuws er is…'}
          </StatusLine>
        </div>
      )}
    </>
  )
}
