import styles from './progress.module.css'

/** Stands beside words that say what is going on. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />
