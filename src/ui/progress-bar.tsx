import styles from './progress.module.css'

interface ProgressBarProps {
  /** says what is running, and how far it is */
  label: string
  value: number
  max: number
}

export const ProgressBar = ({ label, value, max }: ProgressBarProps) => (
  <progress className={styles.bar} aria-label={label} value={value} max={max} />
)
