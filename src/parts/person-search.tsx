import { useEffect, useRef, useState } from 'react'
import { listUsers } from '#contract/users.ts'
import { registerLabel } from '#domain/users/names.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import type { Api } from '#src/api/api.ts'
import { askLatest } from '#src/api/latest-answer.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { TextField } from '#src/ui/field.tsx'
import styles from './person-search.module.css'

const SUGGESTIONS = 8
/** ms without a key: names are typed in one go */
const TYPING_PAUSE_MS = 250

interface PersonSearchProps {
  api: Api
  /** label for the people that are searched */
  words?: { label: string; none: string; found: string }
  /** only this type of user */
  type?: UserFilter['type']
  /** people that may be chosen; anybody by default */
  may?: (user: User) => boolean
  /** first search text */
  initial?: string | undefined
  onChoose: (user: User) => void
}

const person = {
  label: 'Zoek iemand op naam, e-mailadres of nummer',
  none: 'Niemand gevonden.',
  found: 'Gevonden gebruikers',
}

export const studentWords = {
  label: 'Zoek een student op naam, e-mailadres of nummer',
  none: 'Geen student gevonden.',
  found: 'Gevonden studenten',
}

/** Somebody by name: who is found stands below, each with a button that chooses them. */
export function PersonSearch({ api, words = person, type, may, initial = '', onChoose }: PersonSearchProps) {
  const [typed, setTyped] = useState(initial)
  const [found, setFound] = useState<{ of: string; users: readonly User[] } | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const field = useRef<HTMLInputElement>(null)
  const search = typed.trim()
  useEffect(() => {
    if (search === '') return
    const query = { search, ...(type && { type }) }
    return askLatest({
      ask: () => api.call(listUsers, { params: { paging: SUGGESTIONS }, query }),
      onAnswer: ({ entities }) => {
        setFound({ of: search, users: may ? entities.filter(may) : entities })
        setProblem(null)
      },
      onFailure: setProblem,
      afterMs: TYPING_PAUSE_MS,
    })
  }, [api, search, type, may])
  const users = search === '' ? [] : (found?.users ?? [])
  const choose = (user: User) => {
    onChoose(user)
    setTyped('')
    setFound(null)
    field.current?.focus()
  }
  return (
    <search className={styles.search} data-layout="grid 2">
      <TextField
        ref={field}
        label={words.label}
        type="search"
        maxLength={200}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div role="status" data-text="small figures muted">
        {problem !== null && search !== '' && saveFailureText(problem, 'Zoeken mislukt')}
        {search !== '' && found?.of === search && users.length === 0 && words.none}
        {users.length > 0 && `${users.length} gevonden`}
      </div>
      {users.length > 0 && (
        <ul className={styles.suggestions} data-layout="lined" aria-label={words.found}>
          {users.map((user) => (
            <li key={user.id}>
              <button type="button" onClick={() => choose(user)}>
                <span>{registerLabel(user)}</span>
                <span data-text="small figures muted">
                  {[user.student_number, user.username].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
