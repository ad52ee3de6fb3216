import type { Difference } from '#domain/entities/entity.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Table } from '#src/ui/table.tsx'
import styles from './editing.module.css'
import { ServerButton } from './server-button.tsx'

interface ConflictDialogProps {
  differences: readonly Difference[]
  isBusy: boolean
  onInsist: () => void
  onYield: () => void
  onClose: () => void
}

/** A colleague saved first. Nothing was overwritten yet: whoever came second sees what differs, and chooses. */
export const ConflictDialog = ({ differences, isBusy, onInsist, onYield, onClose }: ConflictDialogProps) => (
  <Dialog title="Iemand anders heeft dit ook gewijzigd" onClose={onClose}>
    <div className={styles.sentences}>
      <p>
        Terwijl jij bezig was, heeft een collega hetzelfde gewijzigd en opgeslagen. Er is nog niets overschreven. Kies
        wat er moet gelden. Wat maar één van jullie wijzigde, blijft staan.
      </p>
      {differences.length === 0 ? (
        <p>Wat jij wilde opslaan staat er al.</p>
      ) : (
        <Table
          caption="Verschillen"
          rows={differences.map((difference, index) => ({ ...difference, index }))}
          keyOf={({ index }) => index}
          columns={[
            { key: 'field', label: 'Veld', cell: ({ label }) => <span className={styles.whole}>{label}</span> },
            { key: 'yours', label: 'Jij', cell: ({ yours }) => yours },
            { key: 'theirs', label: 'Je collega', cell: ({ theirs }) => theirs },
          ]}
        />
      )}
    </div>
    <div className={styles.actions}>
      <Button onClick={onYield}>Die van mijn collega houden</Button>
      {differences.length > 0 && (
        <ServerButton tone="primary" busy={isBusy} onClick={onInsist}>
          De mijne opslaan
        </ServerButton>
      )}
    </div>
  </Dialog>
)
