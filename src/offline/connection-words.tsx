import { receivedLabel } from '#domain/calendar/time-labels.ts'
import { Note } from '#src/ui/alert.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { ListsRead } from './connection.machine.ts'
import styles from './connection-words.module.css'

/** Whether the server answers, and how current the lists are that the screen shows. */
export interface ConnectionState extends Pick<ListsRead, 'isHeld' | 'updatedAt'> {
  isGone: boolean
  /** the server is slow to confirm the data shown */
  isLate: boolean
}

/** Says how old the lists on the screen are, and why nothing can be changed now; empty while they are current. */
export function ConnectionWords({ isGone, isHeld, isLate, updatedAt }: ConnectionState) {
  const updated = updatedAt && `bijgewerkt ${receivedLabel(updatedAt, Date.now())}`
  // If the device has a network, the server is unreachable.
  const title = navigator.onLine ? 'Geen verbinding met de server' : 'Je bent offline'
  return (
    <>
      {isGone && (
        <div className={styles.gone}>
          <Note tone="warning" title={updated ? `${title} — ${updated}` : title}>
            <p>Wijzigen kan weer zodra er verbinding is.</p>
          </Note>
        </div>
      )}
      {isLate && updated && (
        <div className={styles.late} data-box data-pad="2 x3">
          <StatusLine icon="clock">
            <span>{`Dit is ${updated}.`}</span>
            {isHeld && <span data-more> Wijzigen kan zodra het laatste nieuws er is…</span>}
          </StatusLine>
        </div>
      )}
    </>
  )
}
