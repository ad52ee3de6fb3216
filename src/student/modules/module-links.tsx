import { Link } from '@tanstack/react-router'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import styles from './now-section.module.css'

interface ModuleLinksProps {
  modules: readonly ModuleStatus['module'][]
  /** what a screen reader calls them */
  label: string
}

/** The modules of one test moment, each of which opens its dialog. */
export const ModuleLinks = ({ modules, label }: ModuleLinksProps) => (
  <ul className={styles.modules} aria-label={label}>
    {modules.map((module) => (
      <li key={module.id}>
        <ModuleLink module={module} />
      </li>
    ))}
  </ul>
)

/** Opens the module's dialog. */
const ModuleLink = ({ module }: { module: ModuleStatus['module'] }) => (
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
