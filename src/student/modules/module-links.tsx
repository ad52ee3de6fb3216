import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import { ModuleLink } from './module-link.tsx'
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
