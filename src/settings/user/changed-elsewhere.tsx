import type { Difference } from '#domain/entities/entity.schema.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import styles from './settings.module.css'

interface ChangedElsewhereProps {
  differences: readonly Difference[]
  isBusy: boolean
  onInsist: () => void
  onYield: () => void
}

/** A teacher, or the same person on another device, saved first. Nothing was overwritten: they choose. */
export const ChangedElsewhere = ({ differences, isBusy, onInsist, onYield }: ChangedElsewhereProps) => (
  <Alert tone="warning" title="Je gegevens zijn intussen ergens anders gewijzigd">
    <p>Er is nog niets overschreven. Kies wat er moet gelden.</p>
    <dl className={styles.differences}>
      {differences.map(({ field, label, yours, theirs }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            Jij: <strong>{yours}</strong>
          </dd>
          <dd>
            Opgeslagen: <strong>{theirs}</strong>
          </dd>
        </div>
      ))}
    </dl>
    <div className={styles.actions}>
      <Button disabled={isBusy} onClick={onInsist}>
        Mijn gegevens opslaan
      </Button>
      <Button disabled={isBusy} onClick={onYield}>
        Opgeslagen gegevens overnemen
      </Button>
    </div>
  </Alert>
)
