import { useEffect, useState } from 'react'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import styles from './students.module.css'

interface ModuleFilterProps {
  counts: { students: number; modules: readonly { id: number; name: string; students: number }[] }
  moduleId: number | null
  onChoose: (id: number | null) => void
}

/** How many there are for what, which narrows the list to them. */
export const ModuleFilter = ({ counts, moduleId, onChoose }: ModuleFilterProps) => (
  <fieldset className={styles.chips}>
    <legend>Module</legend>
    {[{ id: null, name: 'Alle', students: counts.students }, ...counts.modules].map(({ id, name, students }) => (
      <button key={id} type="button" aria-pressed={id === moduleId} onClick={() => onChoose(id)}>
        {name} <span className={styles.figures}>{students.toLocaleString('nl-NL')}</span>
      </button>
    ))}
  </fieldset>
)

/** ms without a key before the list is asked for: it follows the words, not the letters */
const TYPING_PAUSE_MS = 200

/** Keeps the typed text to itself: the list is not rendered again for each letter. */
export function SearchField({ onSearch }: { onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  return (
    <search className={styles.search}>
      <TextField
        label="Zoek op naam, e-mailadres of studentnummer"
        type="search"
        maxLength={200}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  )
}

interface ListFailureProps {
  list: { shown: unknown; failure: unknown; isLoading: boolean; retry: () => void }
  failed: string
}

/** What stands where the list is not there yet, or could not be had. */
export const ListFailure = ({ list: { shown, failure, isLoading, retry }, failed }: ListFailureProps) =>
  failure !== null ? (
    <Alert>
      <p>{saveFailureText(failure, failed)}</p>
      <Button busy={isLoading} onClick={retry}>
        Opnieuw proberen
      </Button>
    </Alert>
  ) : (
    shown === null && (
      <Card aria-busy="true">
        <Skeleton lines={6} />
      </Card>
    )
  )
