import styles from './progress.module.css'

export const ProgressBar = ({ label, value, max }: { label: string; value: number; max: number }) => (
  <progress className={styles.bar} aria-label={label} value={value} max={max} />
)
