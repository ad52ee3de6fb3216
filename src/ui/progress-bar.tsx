import styles from './progress.module.css'

interface ProgressBarProps {
  /** says what goes on, and how far it is */
  label: string
  value: number
  max: number
}

/** How far something is that goes on by itself. */
export const ProgressBar = ({ label, value, max }: ProgressBarProps) => (
  <progress className={styles.bar} aria-label={label} value={value} max={max} />
)
