import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ImportArrow, ListPage } from '#src/parts/list-page/list-page.tsx'
import type { AroundUsers } from './load-users.ts'
import { BarredLogins, LoginNotices } from './logins/login-notices.tsx'
import { type FoundUsers, SearchOutcome } from './search-outcome.tsx'
import { tidyFilter } from './user-filter.ts'
import { UserFilters } from './user-filters.tsx'
import { wayTexts as texts } from './users.texts.ts'

interface UsersScreenProps {
  api: Api
  around: AroundUsers
  /** filter from the page's address */
  filter: UserFilter
  /** the first of them; undefined until they are there */
  found: FoundUsers | undefined
  /** list of the users found */
  children: ReactNode
}

export function UsersScreen({ api, around, filter, found, children }: UsersScreenProps) {
  const navigate = useNavigate()
  const narrow = (wanted: UserFilter) =>
    navigate({ to: '/admin/users', search: tidyFilter(wanted), resetScroll: false })
  return (
    <ListPage
      tools={
        <UserFilters
          filter={filter}
          departments={around.departments}
          classGroups={around.classGroups}
          onFilter={narrow}
        />
      }
    >
      <LoginNotices api={api} notices={around.notices} />
      <SearchOutcome filter={filter} found={found} isCounted />
      {children}
      <ul data-layout="row 2 x6 stretch">
        <li>
          <Link to="/admin/import/students" data-layout="inline 1">
            <ImportArrow />
            {texts.import}
          </Link>
        </li>
        <li>
          <Link to="/admin/messages/new" search={{ kind: 'not-activated' }}>
            {texts.notActivated}
          </Link>
        </li>
        <li>
          <Link to="/admin/messages/new" search={{ kind: 'never-enrolled' }}>
            {texts.neverEnrolled}
          </Link>
        </li>
      </ul>
      <BarredLogins api={api} barred={around.barred} />
    </ListPage>
  )
}
