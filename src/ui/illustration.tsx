import styles from './illustration.module.css'

/** Drawn for this app on a sheet of squared paper, in public/illustrations; each knows both colour schemes. */
export type IllustrationName = 'empty' | 'offline' | 'done' | 'celebrate' | 'not-found'

/** Beside words that say the same. A picture of its own, so that no code grows by it, which the worker keeps for offline. */
export const Illustration = ({ name }: { name: IllustrationName }) => (
  <img className={styles.illustration} src={`/illustrations/${name}.svg`} alt="" width="160" height="120" />
)
