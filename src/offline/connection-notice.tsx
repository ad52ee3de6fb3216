import { Alert } from '#src/ui/alert/alert.tsx'
import { useIsConnected } from './connection-context.ts'
import styles from './connection-notice.module.css'

/** Why nothing can be changed now, in words; nothing while the server answers. */
export function ConnectionNotice() {
  const connected = useIsConnected()
  return (
    <div role="status" className={styles.notice}>
      {!connected && (
        <Alert tone="warning" title="Geen verbinding met de server" live={false}>
          <p>Je ziet wat het laatst bekend was. Wijzigen kan weer zodra er verbinding is.</p>
        </Alert>
      )}
    </div>
  )
}
