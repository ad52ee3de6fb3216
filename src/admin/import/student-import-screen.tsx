import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  countImportLetters,
  type Imported,
  type ImportLetters,
  importStudents,
  previewStudentImport,
  type StudentImportPreview,
} from '#contract/import.ts'
import type { ImportLettersWish, StudentLine } from '#domain/import/import.schema.ts'
import { nameKeysOf } from '#domain/users/search.rules.ts'
import { classGroupLabel } from '#domain/users/user.texts.ts'
import type { Api } from '#src/api/api.ts'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { Card } from '#src/ui/card.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { RadioList } from '#src/ui/radio-list.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { Column } from '#src/ui/table.tsx'
import { DepartmentChoices, type MeantDepartments, NOTHING_MEANT } from './department-choices.tsx'
import styles from './import.module.css'
import { importTexts as texts } from './import.texts.ts'
import { ImportFlow, ImportKinds } from './import-flow.tsx'
import type { LoadedStudentImport } from './load-import.ts'

/** `letters`: e-mails of earlier imports. Those of this one have their own bar, also when the screen is refetched. */
export function StudentImportScreen({
  api,
  loaded: { letters, remembered },
}: {
  api: Api
  loaded: LoadedStudentImport
}) {
  const [before] = useState(letters)
  const [wish, setWish] = useState<ImportLettersWish>('now')
  const [meant, setMeant] = useState<MeantDepartments>(NOTHING_MEANT)
  const departments = [...meant.values()].map(({ unknown, id }) => ({
    name: unknown.name,
    education_department_id: id,
  }))
  return (
    <div data-layout="stack 4">
      <ImportKinds>
        <BackLink to="/admin/users">Gebruikers</BackLink>
      </ImportKinds>
      {(before.waiting > 0 || before.given_up > 0) && (
        <Card>
          <LetterProgress api={api} first={before} />
        </Card>
      )}
      <ImportFlow<StudentLine, StudentImportPreview, Imported>
        importable={{
          kind: 'students',
          place: 0,
          remembered,
          settings: JSON.stringify(departments),
          preview: (list) => api.call(previewStudentImport, { body: { ...list, departments } }),
          confirm: (list) => api.call(importStudents, { body: { ...list, departments, letters: wish } }),
          columns,
        }}
        renderMending={({ unknown_departments }) => (
          <DepartmentChoices unknown={unknown_departments} meant={meant} onChange={setMeant} />
        )}
        renderChoice={({ counts: { added } }) =>
          added > 0 && <LettersChoice count={added} wish={wish} onChange={setWish} />
        }
        renderOnwards={({ added }) => (
          <>
            {wish === 'now' || added === 0 ? (
              <>
                <LetterProgress api={api} first={{ waiting: added, given_up: 0 }} />
                <Link to="/admin/users">{texts.toUsers}</Link>
              </>
            ) : (
              <>
                <StatusLine tone="warning" icon="mail">
                  {texts.letters.waiting(added)}
                </StatusLine>
                <Link to="/admin/users" search={{ activated: 'no' }}>
                  Activatiemails versturen bij Gebruikers
                </Link>
              </>
            )}
          </>
        )}
      />
    </div>
  )
}

interface LettersChoiceProps {
  /** number of students to invite */
  count: number
  wish: ImportLettersWish
  onChange: (wish: ImportLettersWish) => void
}

const LettersChoice = ({ count, wish, onChange }: LettersChoiceProps) => (
  <div data-width="32">
    <RadioList<ImportLettersWish>
      legend={texts.letters.legend}
      options={[
        { value: 'now', label: texts.letters.now(count), hint: texts.letters.nowHint },
        { value: 'later', label: texts.letters.later, hint: texts.letters.laterHint },
      ]}
      value={wish}
      onChange={onChange}
    />
  </div>
)

const columns: Column<StudentLine>[] = [
  {
    key: 'username',
    label: 'E-mail',
    cell: ({ username }) => <span className={styles.address}>{username || '—'}</span>,
    sortBy: ({ username }) => username,
  },
  {
    key: 'name',
    label: 'Naam',
    least: [6.5, 6.5],
    cell: ({ first_name, last_name, student_number }) => (
      <div>
        {`${first_name} ${last_name}`.trim() || '—'}
        {student_number && <p data-text="small muted figures">nr. {student_number}</p>}
      </div>
    ),
    sortBy: (line) => nameKeysOf(line).last_name_key,
  },
  {
    key: 'department',
    label: 'Studierichting',
    cell: ({ education_department, class_group }) => (
      <div>
        {education_department || '—'}
        {class_group && <p data-text="small muted">{classGroupLabel(class_group)}</p>}
      </div>
    ),
  },
]

interface LetterProgressProps {
  api: Api
  first: ImportLetters
}

/** Progress of the e-mails; nothing if there are none. */
function LetterProgress({ api, first }: LetterProgressProps) {
  const { waiting, given_up } = useLetters(api, first)
  // E-mails of an earlier import may wait too: the bar then counts them all.
  const [most, setMost] = useState(first.waiting)
  if (waiting > most) setMost(waiting)
  return (
    <div data-layout="grid 2" data-text="figures" data-width="32">
      {waiting > 0 && (
        <>
          <p>{texts.lettersWaiting(most - waiting, most)}</p>
          <ProgressBar label={texts.sentLetters} value={most - waiting} max={most} />
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

/** Interval (ms) for fetching the progress while e-mails are being sent. */
const POLL_MS = 2_000

/** State of the imports' e-mails, fetched again while some wait and the page is visible. */
function useLetters(api: Api, first: ImportLetters): ImportLetters {
  const [letters, setLetters] = useState(first)
  useEffect(() => {
    if (letters.waiting === 0) return
    const timer = setTimeout(() => {
      const again = () => setLetters((same) => ({ ...same }))
      if (document.hidden) again()
      // After a failure, the next answer has the number.
      else api.call(countImportLetters).then(setLetters, again)
    }, POLL_MS)
    return () => clearTimeout(timer)
  }, [api, letters])
  return letters
}
