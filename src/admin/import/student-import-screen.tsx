import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { countImportLetters, type ImportLetters, importStudents, previewStudentImport } from '#contract/import.ts'
import type { StudentLine } from '#domain/import/import.schema.ts'
import type { Api } from '#src/api/api.ts'
import { Card } from '#src/ui/card.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { Column } from '#src/ui/table.tsx'
import styles from './import.module.css'
import { importTexts as texts } from './import.texts.ts'
import { ImportFlow, ImportKinds, StudentFindings } from './import-flow.tsx'
import type { Importable } from './use-import.ts'

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

const studentImport = (api: Api): Importable<StudentLine> => ({
  kind: 'students',
  place: 0,
  preview: (text) => api.call(previewStudentImport, { body: { text } }),
  confirm: (text, confirmation) => api.call(importStudents, { body: { text, confirmation } }),
  columns,
  renderOnwards: (added) => (
    <>
      <LetterProgress api={api} first={{ waiting: added, given_up: 0 }} />
      <Link to="/admin/users">Naar Gebruikers</Link>
    </>
  ),
})

const columns: Column<StudentLine>[] = [
  {
    key: 'username',
    label: 'E-mail',
    cell: ({ username }) => <span className={styles.address}>{username || '—'}</span>,
    sortBy: ({ username }) => username,
  },
  { key: 'verdict', label: 'Oordeel', cell: (line) => <StudentFindings {...line} /> },
  {
    key: 'name',
    label: 'Naam',
    cell: ({ first_name, last_name, student_number }) => (
      <div className={styles.person}>
        {`${first_name} ${last_name}`.trim() || '—'}
        {student_number && <p className={styles.muted}>nr. {student_number}</p>}
      </div>
    ),
    sortBy: ({ last_name }) => last_name,
  },
  {
    key: 'department',
    label: 'Studierichting',
    cell: ({ education_department }) => <span className={styles.words}>{education_department || '—'}</span>,
  },
  { key: 'line', label: 'Regel', align: 'end', cell: ({ line }) => line, sortBy: ({ line }) => line },
]

interface LetterProgressProps {
  api: Api
  first: ImportLetters
}

/** How many letters are on their way; nothing when there are none. */
function LetterProgress({ api, first }: LetterProgressProps) {
  const { waiting, given_up } = useLetters(api, first)
  // Letters of an earlier import may wait as well: then the bar is about them all.
  const [most, setMost] = useState(first.waiting)
  if (waiting > most) setMost(waiting)
  return (
    <div className={styles.letters}>
      {waiting > 0 && (
        <>
          <p>{texts.lettersWaiting(most - waiting, most)}</p>
          <ProgressBar label="Verstuurde brieven" value={most - waiting} max={most} />
        </>
      )}
      {waiting === 0 && most > 0 && (
        <StatusLine tone="success" icon="check">
          {texts.lettersSent(most)}
        </StatusLine>
      )}
      {given_up > 0 && (
        <StatusLine tone="warning" icon="alert">
          {texts.lettersGivenUp(given_up)}
        </StatusLine>
      )}
    </div>
  )
}

/** Within which (ms) the bar moves on while letters go out. */
const PAUSE = 2_000

/** How the letters of imports stand, asked again while some wait and somebody looks. */
function useLetters(api: Api, first: ImportLetters): ImportLetters {
  const [letters, setLetters] = useState(first)
  useEffect(() => {
    if (letters.waiting === 0) return
    const timer = setTimeout(() => {
      const again = () => setLetters((same) => ({ ...same }))
      if (document.hidden) again()
      // No answer now: the next one has the number.
      else api.call(countImportLetters).then(setLetters, again)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [api, letters])
  return letters
}
