import { Link } from '@tanstack/react-router'
import styles from './import.module.css'
import { importKindTexts } from './import.texts.ts'

export const ImportKinds = () => (
  <nav className={styles.kinds} aria-label="Wat je importeert">
    <Link to="/admin/import/students">{importKindTexts.students.tab}</Link>
    <Link to="/admin/import/testmoments">{importKindTexts.testmoments.tab}</Link>
  </nav>
)
