import styles from './brand.module.css'

export const Brand = () => (
  <p className={styles.brand}>
    <img src="/icons/icon.svg" alt="" width="32" height="32" />
    Wiskunde inschrijven
  </p>
)
