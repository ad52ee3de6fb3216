import { useState } from 'react'
import type { ImportLetters } from '#contract/import.ts'
import type { Api } from '#src/api/api.ts'
import { Card } from '#src/ui/card.tsx'
import styles from './import.module.css'
import { ImportFlow } from './import-flow.tsx'
import { ImportKinds } from './import-kinds.tsx'
import { LetterProgress } from './letter-progress.tsx'
import { studentImport } from './student-import.tsx'

/** `letters`: of imports before this one. Those of this one have a bar of their own, also when the screen is renewed. */
export function StudentImportScreen({ api, letters }: { api: Api; letters: ImportLetters }) {
  const [before] = useState(letters)
  return (
    <div className={styles.screen}>
      <ImportKinds />
      {(before.waiting > 0 || before.given_up > 0) && (
        <Card>
          <LetterProgress api={api} first={before} />
        </Card>
      )}
      <ImportFlow importable={studentImport(api)} />
    </div>
  )
}
