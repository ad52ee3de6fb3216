import type { ListReply } from '#contract/endpoint.ts'
import { listUsers } from '#contract/users.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dateLabel, instantLabel } from '#domain/calendar/date-labels.ts'
import type { User } from '#domain/users/user.schema.ts'
import { roleTexts } from '#domain/users/user.texts.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import type { Api } from '#src/api/api.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { EditLink } from '#src/parts/list-page/list-page.tsx'
import { LoadMoreButton, usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { StatusLine } from '#src/ui/status.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { loadUsers, type UserSort as Sort } from './load-users.ts'
import styles from './users.module.css'
import { statusTexts, usersTexts as texts } from './users.texts.ts'

interface UserListProps {
  api: Api
  /** what the list is narrowed to: of somebody found so, the way back leads to it */
  filter: UserFilter
  first: ListReply<User>
}

/** Who was found, sorted by the server: what happens to be loaded says little about all. */
export function UserList({ api, filter, first }: UserListProps) {
  const notify = useNotify()
  const list = usePagedList({
    api,
    target: listUsers,
    first,
    loadSorted: (sort: Sort) => loadUsers(api, filter, sort),
    onFailed: (error) => notify('error', saveFailureText(error, texts.loadFailed)),
  })
  if (list.entities.length === 0) return null
  return (
    <>
      <Table
        caption="Gebruikers"
        rows={list.entities}
        arrived={list.arrived}
        ordering={list.ordering}
        onFocusRow={list.onFocusRow}
        keyOf={({ id }) => id}
        columns={columnsOf(filter)}
      />
      <LoadMoreButton list={list}>Meer gebruikers laden</LoadMoreButton>
    </>
  )
}

const columnsOf = (filter: UserFilter): Column<User>[] => [
  { key: 'username', label: 'Gebruikersnaam', sortBy: ({ username }) => username, cell: ({ username }) => username },
  {
    key: 'first_name',
    label: 'Voornaam',
    sortBy: ({ first_name }) => first_name,
    cell: ({ first_name }) => first_name,
  },
  { key: 'last_name', label: 'Achternaam', sortBy: ({ last_name }) => last_name, cell: ({ last_name }) => last_name },
  {
    key: 'student_number',
    label: texts.studentNumber,
    cell: ({ student_number }) => <span className={styles.number}>{student_number ?? '—'}</span>,
  },
  {
    key: 'department',
    label: 'Studierichting',
    cell: ({ education_department_name }) => <span className={styles.words}>{education_department_name ?? '—'}</span>,
  },
  { key: 'type', label: 'Type', cell: ({ roles: [role] }) => (role === undefined ? 'Geen' : roleTexts[role].label) },
  { key: 'status', label: 'Status', cell: (user) => <AccountStatus user={user} now={Date.now()} /> },
  {
    key: 'edit',
    label: 'Wijzigen',
    hideLabel: true,
    align: 'end',
    cell: ({ id, username }) => (
      <EditLink
        to="/user/$userId/edit"
        params={{ userId: String(id) }}
        search={filter}
        what={`Gebruiker ${username}`}
      />
    ),
  },
]

/** Whether the account is in use and since when it is not looked at, or how far its invitation is. */
function AccountStatus({ user: { activated, last_login_at, invited_until }, now }: { user: User; now: number }) {
  const dateOf = (instant: string) => dateLabel(dayOf(Date.parse(instant)), now)
  if (activated)
    return (
      <div>
        <StatusLine tone="success" icon="check">
          {statusTexts.activated}
        </StatusLine>
        <p className={styles.since} title={last_login_at ? instantLabel(last_login_at, now) : undefined}>
          {last_login_at ? statusTexts.lastLogin(dateOf(last_login_at)) : statusTexts.noLogin}
        </p>
      </div>
    )
  if (!invited_until)
    return (
      <StatusLine tone="neutral" icon="minus">
        {statusTexts.noLetter}
      </StatusLine>
    )
  return Date.parse(invited_until) > now ? (
    <StatusLine tone="accent" icon="mail">
      {statusTexts.invited(dateOf(invited_until))}
    </StatusLine>
  ) : (
    <StatusLine tone="warning" icon="clock">
      {statusTexts.expired}
    </StatusLine>
  )
}
