import type { Schoolyear } from '#domain/schoolyear/schoolyear.schema.ts'
import { Card } from '#src/ui/card/card.tsx'
import { StatusLine } from '#src/ui/status/status.tsx'
import styles from './overview.module.css'

export const OverviewScreen = ({ schoolyear }: { schoolyear: Schoolyear | null }) => (
  <Card>
    <h2 className={styles.heading}>Actief schooljaar</h2>
    {schoolyear ? (
      <p className={styles.name}>{schoolyear.name}</p>
    ) : (
      <StatusLine tone="warning" icon="alert">
        Er is nu geen schooljaar actief. Studenten zien daarom geen toetsmomenten.
      </StatusLine>
    )}
  </Card>
)
