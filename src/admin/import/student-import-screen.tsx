import type { ImportLetters } from '#contract/import.ts'
import type { Api } from '#src/api/api.ts'
import { Card } from '#src/ui/card/card.tsx'
import styles from './import.module.css'
import { ImportFlow } from './import-flow.tsx'
import { ImportKinds } from './import-kinds.tsx'
import { LetterProgress } from './letter-progress.tsx'
import { studentImport } from './student-import.tsx'

/** `letters`: of imports before this one. */
export const StudentImportScreen = ({ api, letters }: { api: Api; letters: ImportLetters }) => (
  <div className={styles.screen}>
    <ImportKinds />
    {(letters.waiting > 0 || letters.given_up > 0) && (
      <Card>
        <LetterProgress api={api} first={letters} />
      </Card>
    )}
    <ImportFlow importable={studentImport(api)} />
  </div>
)
