import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ListReply } from '#contract/endpoint.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import type { Api } from '#src/api/api.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { TextField } from '#src/ui/field.tsx'
import type { AroundUsers } from './load-users.ts'
import { BarredLogins, LoginNotices } from './logins/login-notices.tsx'
import { countFilters, tidyFilter } from './user-filter.ts'
import { UserFilters } from './user-filters.tsx'
import styles from './users.module.css'
import { usersTexts as texts } from './users.texts.ts'

interface UsersScreenProps {
  api: Api
  around: AroundUsers
  /** as in the page's address */
  filter: UserFilter
  /** the first of them; undefined until they are there */
  found: FoundUsers | undefined
  /** the list of who was found */
  children: ReactNode
}

export function UsersScreen({ api, around, filter, found, children }: UsersScreenProps) {
  const navigate = useNavigate()
  const narrow = (wanted: UserFilter) =>
    void navigate({ to: '/admin/users', search: tidyFilter(wanted), resetScroll: false })
  return (
    <div className={styles.screen} data-room="wide">
      <SearchForm search={filter.search ?? ''} onSearch={(search) => narrow({ ...filter, search })} />
      <UserFilters filter={filter} departments={around.departments} onFilter={narrow} />
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
        <SearchOutcome filter={filter} found={found} />
      </div>
      <LoginNotices api={api} notices={around.notices} />
      {children}
      <BarredLogins api={api} barred={around.barred} />
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

/** The first of those who were found, with how many there are. */
type FoundUsers = ListReply<User> & { count?: number }

interface SearchOutcomeProps {
  filter: UserFilter
  found: FoundUsers | undefined
}

/** How many were found, read aloud: the focus stays in the search. Also there while nothing is, or it would not be heard. */
const SearchOutcome = ({ filter, found }: SearchOutcomeProps) => (
  <div role="status" aria-label="Gevonden" className={styles.outcome}>
    {found && <Found filter={filter} {...found} />}
  </div>
)

function Found({ filter, entities, count = entities.length }: FoundUsers & { filter: UserFilter }) {
  const { search = '' } = filter
  const isNarrowed = countFilters(filter) > 0
  if (entities.length === 0) return <Card>{texts.nobody(search, isNarrowed)}</Card>
  return <p>{texts.found({ search, count, isNarrowed })}</p>
}
