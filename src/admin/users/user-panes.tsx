import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listUsers } from '#contract/users.gen.ts'
import { dotted } from '#domain/entities/dotted.ts'
import { accountStatusOf, accountStatusTexts } from '#domain/users/account-status.ts'
import type { User } from '#domain/users/user.schema.ts'
import { classGroupLabel, roleTexts } from '#domain/users/user.texts.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import { SearchForm } from '#src/parts/list-page/list-page.tsx'
import { PagedPane } from '#src/parts/list-page/paged-list.tsx'
import { PaneLink, Panes } from '#src/parts/panes.tsx'
import { type FoundUsers, SearchOutcome } from './search-outcome.tsx'
import { tidyFilter } from './user-filter.ts'
import { usersTexts as texts } from './users.texts.ts'

interface UserPanesProps {
  filter: UserFilter
  first: FoundUsers | null
  chosen: string
  children: ReactNode
}

export function UserPanes({ filter, first, chosen, children }: UserPanesProps) {
  const navigate = useNavigate()
  const search = (wanted: string) =>
    void navigate({
      to: '/user/$userId/edit',
      params: { userId: chosen },
      search: tidyFilter({ ...filter, search: wanted }),
    })
  return (
    <Panes
      label="Gebruikers"
      facts={first}
      head={
        <div data-layout="grid 2" data-text="small">
          <SearchForm label={texts.searchOne} search={filter.search ?? ''} onSearch={search} />
          <SearchOutcome filter={filter} found={first ?? undefined} />
        </div>
      }
      list={(found) => (
        <PagedPane
          key={JSON.stringify(filter)}
          target={listUsers}
          first={found}
          failed={texts.loadFailed}
          more={texts.more}
          item={(user) => (
            <PaneLink
              to="/user/$userId/edit"
              params={{ userId: String(user.id) }}
              search={filter}
              title={`${user.first_name} ${user.last_name}`.trim() || user.username.split('@')[0]}
              note={noteOn(user)}
              end={stateOf(user)}
            />
          )}
        />
      )}
    >
      {children}
    </Panes>
  )
}

/** Details that distinguish two people with the same name. */
const noteOn = ({ student_number, education_department_name, class_group, roles: [role] }: User): string =>
  dotted([student_number, education_department_name, class_group && classGroupLabel(class_group)]) ||
  (role === undefined ? 'Geen' : roleTexts[role].label)

/** Status of the account; none for an active one, as most are. */
function stateOf(user: User): string | undefined {
  const status = accountStatusOf(user, Date.now())
  return status === 'activated' ? undefined : accountStatusTexts[status]
}
