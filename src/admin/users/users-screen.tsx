import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ListReply } from '#contract/endpoint.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { TextField } from '#src/ui/field.tsx'
import type { SchoolLogins } from './load-users.ts'
import { BarredLogins, LoginNotices } from './logins/login-notices.tsx'
import styles from './users.module.css'
import { usersTexts as texts } from './users.texts.ts'

interface UsersScreenProps {
  api: Api
  logins: SchoolLogins
  /** what is searched for; empty for everybody */
  search: string
  /** the first of them; undefined until they are there */
  found: ListReply<User> | undefined
  /** the list of who was found */
  children: ReactNode
}

export function UsersScreen({ api, logins, search, found, children }: UsersScreenProps) {
  const navigate = useNavigate()
  const find = (wanted: string) =>
    navigate({ to: '/admin/users', search: wanted === '' ? {} : { search: wanted }, resetScroll: false })
  return (
    <div className={styles.screen}>
      <SearchForm search={search} onSearch={find} />
      <div className={styles.about}>
        <ul className={styles.links}>
          <li>
            <Link to="/admin/import/students">Studenten importeren</Link>
          </li>
          <li>
            <Link to="/admin/messages/new" search={{ kind: 'not-activated' }}>
              Bericht aan wie nog niet geactiveerd is
            </Link>
          </li>
          <li>
            <Link to="/admin/messages/new" search={{ kind: 'never-enrolled' }}>
              Bericht aan wie dit jaar nog nergens is ingeschreven
            </Link>
          </li>
        </ul>
        <SearchOutcome search={search} found={found} />
      </div>
      <LoginNotices api={api} notices={logins.notices} />
      {children}
      <BarredLogins api={api} barred={logins.barred} />
    </div>
  )
}

interface SearchFormProps {
  /** as in the page's address, which the field follows */
  search: string
  onSearch: (search: string) => void
}

function SearchForm({ search, onSearch }: SearchFormProps) {
  const [typed, setTyped] = useState(search)
  const [followed, setFollowed] = useState(search)
  const [asked, setAsked] = useState<string | null>(null)
  // Not by a new form for each search: the focus that was in it would be lost, and what was typed on meanwhile.
  if (search !== followed) {
    setFollowed(search)
    setAsked(null)
    if (search !== asked) setTyped(search)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = typed.trim()
    setAsked(wanted)
    onSearch(wanted)
  }
  return (
    <search>
      <form className={styles.search} onSubmit={submit}>
        <TextField
          label="Zoek op naam, e-mailadres of studentnummer"
          type="search"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" tone="primary">
          Zoeken
        </Button>
      </form>
    </search>
  )
}

interface SearchOutcomeProps {
  search: string
  found: ListReply<User> | undefined
}

/** How many were found, read aloud: the focus stays in the search. Also there while nothing is, or it would not be heard. */
const SearchOutcome = ({ search, found }: SearchOutcomeProps) => (
  <div role="status" className={styles.outcome}>
    {found && <Found search={search} {...found} />}
  </div>
)

const Found = ({ search, entities, _links }: ListReply<User> & { search: string }) =>
  entities.length === 0 ? (
    <Card>{texts.nobody(search)}</Card>
  ) : (
    <p>{texts.found({ search, count: entities.length, hasMore: _links.next !== undefined })}</p>
  )
