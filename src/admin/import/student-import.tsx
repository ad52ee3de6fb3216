import { Link } from '@tanstack/react-router'
import { importStudents, previewStudentImport } from '#contract/import.ts'
import type { StudentLine } from '#domain/import/import.schema.ts'
import type { Api } from '#src/api/api.ts'
import type { Column } from '#src/ui/table.tsx'
import styles from './import.module.css'
import type { Importable } from './importable.ts'
import { LetterProgress } from './letter-progress.tsx'
import { StudentVerdictLine } from './verdict-line.tsx'

export const studentImport = (api: Api): Importable<StudentLine> => ({
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
  { key: 'verdict', label: 'Oordeel', cell: (line) => <StudentVerdictLine {...line} /> },
  {
    key: 'name',
    label: 'Naam',
    cell: ({ first_name, last_name }) => `${first_name} ${last_name}`.trim() || '—',
    sortBy: ({ last_name }) => last_name,
  },
  {
    key: 'department',
    label: 'Studierichting',
    cell: ({ education_department }) => <span className={styles.words}>{education_department || '—'}</span>,
  },
  { key: 'line', label: 'Regel', align: 'end', cell: ({ line }) => line, sortBy: ({ line }) => line },
]
