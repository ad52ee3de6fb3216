import styles from './progress.module.css'

/** A grey bar with the place and size of content that is loading: `width` in any CSS unit, `lines` of text high. */
export const Skeleton = ({ width = '100%', lines = 1 }: { width?: string; lines?: number }) => (
  <span className={styles.skeleton} style={{ inlineSize: width, blockSize: `${lines * 1.5}em` }} aria-hidden="true" />
)

/** Placed beside words that say what is running. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />
