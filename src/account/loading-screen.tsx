import { Spinner } from '#src/ui/progress.tsx'
import styles from './loading-screen.module.css'

interface LoadingScreenProps {
  /** the server does not answer, and is asked again and again */
  unreachable: boolean
}

/** While nobody is known yet: a session is being established or refreshed. The build writes it into index.html, to stand there before. */
export const LoadingScreen = ({ unreachable }: LoadingScreenProps) => (
  <main className={styles.page} data-waiting={!unreachable || undefined}>
    <img src="/icons/icon.svg" alt="" width="48" height="48" />
    <h1>Wiskunde inschrijven</h1>
    <p role="status" data-layout="row 3 nowrap" data-text="muted">
      <Spinner />
      {unreachable ? 'De server is niet bereikbaar. Zodra er weer verbinding is, gaan we verder.' : 'Bezig met laden…'}
    </p>
  </main>
)
