import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import { ModuleCard } from './module-card.tsx'
import styles from './module-cards.module.css'

export function ModuleCards({ statuses, now }: { statuses: readonly KnownModuleStatus[]; now: number }) {
  if (statuses.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>Jouw modules</h2>
      <ul className={styles.grid}>
        {statuses.map((status) => (
          <li key={status.module.id}>
            <ModuleCard status={status} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}
