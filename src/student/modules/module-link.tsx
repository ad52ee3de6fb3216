import { Link } from '@tanstack/react-router'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import styles from './module-link.module.css'

/** Opens the module's dialog. */
export const ModuleLink = ({ module }: { module: ModuleStatus['module'] }) => (
  <Link
    to="/student/modules"
    search={{ module: module.id }}
    state={{ openedDialog: true }}
    resetScroll={false}
    className={styles.link}
  >
    {module.name}
  </Link>
)
