import styles from './illustration.module.css'

/** Files in public/illustrations, drawn for this app on squared paper; each has both colour schemes. */
export type IllustrationName = 'empty' | 'offline' | 'done' | 'celebrate' | 'not-found'

/** Picture without alt text, since the words are beside it. A file of its own, so that it adds no code; the worker caches it. */
export const Illustration = ({ name }: { name: IllustrationName }) => (
  <img className={styles.illustration} src={`/illustrations/${name}.svg`} alt="" width="160" height="120" />
)
