import { Spinner } from '#src/ui/progress.tsx'
import styles from './loading-screen.module.css'

interface LoadingScreenProps {
  /** the server does not answer, and is polled */
  unreachable: boolean
}

/** Shown while the user is unknown: a session is being started or refreshed. The build also renders it into index.html. */
export const LoadingScreen = ({ unreachable }: LoadingScreenProps) => (
  <main className={styles.page} data-waiting={!unreachable || undefined}>
    <img src="/icons/icon.svg" alt="" width="48" height="48" />
    <h1>Wiskunde inschrijven</h1>
    <p role="status" data-layout="row 3 nowrap" data-text="muted">
      <Spinner />
      <span>
        {unreachable
          ? 'De server is niet bereikbaar. Zodra er weer verbinding is, gaan we verder.'
          : 'Bezig met laden…'}
      </span>
    </p>
  </main>
)
