import { useEffect, useRef, useState } from 'react'
import { listUsers } from '#contract/users.gen.ts'
import { dotted } from '#domain/entities/dotted.ts'
import { registerLabel } from '#domain/users/names.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import { askLatest } from '#src/api/latest-answer.ts'
import { useApi } from '#src/api/use-api.ts'
import { TextField } from '#src/ui/field.tsx'
import styles from './person-search.module.css'
import { personWords } from './person-search.texts.ts'
import { saveFailureText } from './writing/save.texts.ts'

const SUGGESTIONS = 8
/** Pause in typing (ms) after which a search starts: names are typed in one go. */
const TYPING_PAUSE_MS = 250

interface PersonSearchProps {
  words?: { label: string; none: string; found: string }
  /** type of user to search for; any by default */
  type?: UserFilter['type']
  /** filter for people that may be chosen; anybody by default */
  may?: (user: User) => boolean
  initial?: string | undefined
  onChoose: (user: User) => void
}

export function PersonSearch({ words = personWords, type, may, initial = '', onChoose }: PersonSearchProps) {
  const api = useApi()
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
    <search data-layout="grid 2 grows" data-width="32">
      <TextField
        ref={field}
        label={words.label}
        type="search"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div role="status" data-text="small figures muted">
        {problem !== null && search !== '' && <span>{saveFailureText(problem, 'Zoeken mislukt')}</span>}
        {search !== '' && found?.of === search && users.length === 0 && <span>{words.none}</span>}
        {users.length > 0 && <span>{`${users.length} gevonden`}</span>}
      </div>
      {users.length > 0 && (
        <ul className={styles.suggestions} data-box="control" data-layout="lined" aria-label={words.found}>
          {users.map((user) => (
            <li key={user.id}>
              <button
                type="button"
                data-layout="grid full target hovers"
                data-text="breaks"
                data-pad="2 x3"
                onClick={() => choose(user)}
              >
                <span translate="no">{registerLabel(user)}</span>
                <span translate="no" data-text="small figures muted">
                  {dotted([user.student_number, user.username])}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
