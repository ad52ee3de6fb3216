import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import type { Api } from '#src/api/api.ts'
import { SearchForm } from '#src/parts/list-page/search-form.tsx'
import type { AroundUsers } from './load-users.ts'
import { BarredLogins, LoginNotices } from './logins/login-notices.tsx'
import { type FoundUsers, SearchOutcome } from './search-outcome.tsx'
import { tidyFilter } from './user-filter.ts'
import { UserFilters } from './user-filters.tsx'
import styles from './users.module.css'

interface UsersScreenProps {
  api: Api
  around: AroundUsers
  /** filter from the page's address */
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
    <div className={styles.screen} data-layout="stack 4" data-room="wide">
      <SearchForm
        label="Zoek op naam, e-mailadres of studentnummer"
        search={filter.search ?? ''}
        onSearch={(search) => narrow({ ...filter, search })}
      />
      <UserFilters filter={filter} departments={around.departments} onFilter={narrow} />
      <ul data-layout="row 2 x6 stretch">
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
      <LoginNotices api={api} notices={around.notices} />
      <SearchOutcome filter={filter} found={found} />
      {children}
      <BarredLogins api={api} barred={around.barred} />
    </div>
  )
}
