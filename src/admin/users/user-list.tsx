import { useMemo, useState } from 'react'
import { type ListReply, pathOf } from '#contract/endpoint.ts'
import { exportUsers, listUsers } from '#contract/users.gen.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dateLabel, instantLabel } from '#domain/calendar/date-labels.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { accountStatusOf, accountStatusTexts } from '#domain/users/account-status.ts'
import { registerLabel } from '#domain/users/names.ts'
import type { User, UserCreation } from '#domain/users/user.schema.ts'
import { classGroupLabel, roleTexts } from '#domain/users/user.texts.ts'
import { MAX_USERS } from '#domain/users/user-act.rules.ts'
import type { UserAct, UserGroup } from '#domain/users/user-act.schema.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { DownloadButton } from '#src/parts/download-button.tsx'
import { TitleTools } from '#src/parts/layout/title-tools.tsx'
import { EditLink, editColumn, ListTable, useJustMade } from '#src/parts/list-page/list-page.tsx'
import { usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { groupOf, TickBar, TickBox, useTicks } from '#src/parts/many/ticks.tsx'
import { ServerButton } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { Column, Order } from '#src/ui/table.tsx'
import { actTexts } from './act.texts.ts'
import { loadUsers, type UserSort as Sort } from './load-users.ts'
import { NewUserDialog } from './new-user-dialog.tsx'
import { UserActDialog } from './user-act-dialog.tsx'
import { countFilters } from './user-filter.ts'
import styles from './users.module.css'
import { exportTexts, newUserTexts, statusTexts, usersTexts as texts } from './users.texts.ts'

export interface UserListProps {
  /** filter of the list: a user's screen links back to it */
  filter: UserFilter
  departments: readonly EducationDepartment[]
  classGroups: readonly string[]
  first: ListReply<User> & { count?: number }
}

/** Users found, sorted by the server: sorting only the loaded ones would mislead. */
export function UserList({ filter, departments, classGroups, first }: UserListProps) {
  const api = useApi()
  const notify = useNotify()
  const justMade = useJustMade()
  const list = usePagedList({
    target: listUsers,
    first,
    loadSorted: (sort: Sort) => loadUsers(api, filter, sort),
    upTo: justMade.last,
    failed: texts.loadFailed,
  })
  const { count = 0 } = first
  const [isAdding, setIsAdding] = useState(false)
  const ticks = useTicks(count, filter)
  const [act, setAct] = useState<{ kind: UserAct['kind']; group: UserGroup } | null>(null)
  const columns = useMemo(() => userListColumns(filter), [filter])
  const begin = (kind: UserAct['kind']) => {
    if (ticks.count > MAX_USERS) notify('error', actTexts.tooMany(MAX_USERS))
    else setAct({ kind, group: groupOf(ticks.ticked, filter) })
  }
  const end = (isDone: boolean) => {
    setAct(null)
    if (isDone) ticks.clear()
  }
  const onMade = (user: User, letter: UserCreation['letter']) => {
    justMade.add(user.id)
    setIsAdding(false)
    notify('success', newUserTexts.made(user.username, letter))
  }
  const tools = (
    <TitleTools>
      <div data-layout="row 2 x3">
        <Button tone="create" icon="plus" onClick={() => setIsAdding(true)}>
          {texts.add}
        </Button>
        {filter.activated === 'no' && count > 0 && (
          <ServerButton icon="mail" onClick={() => setAct({ kind: 'invite', group: { by: 'filter', filter } })}>
            {isOnly(filter, 'activated') ? actTexts.inviteAll : actTexts.inviteShown(count)}
          </ServerButton>
        )}
        {list.entities.length > 0 && (
          <DownloadButton
            target={exportUsers}
            link={exportLink(filter, list.ordering.order)}
            failed={exportTexts.failed}
          >
            {exportTexts.label}
          </DownloadButton>
        )}
      </div>
    </TitleTools>
  )
  const dialogs = (
    <>
      {act && <UserActDialog {...act} departments={departments} classGroups={classGroups} onClose={end} />}
      {isAdding && <NewUserDialog departments={departments} onMade={onMade} onClose={() => setIsAdding(false)} />}
    </>
  )
  return (
    <>
      {tools}
      {list.entities.length > 0 && (
        <ListTable
          isDense
          list={list}
          caption="Gebruikers"
          columns={columns}
          more={texts.more}
          justMade={justMade}
          ticking={{
            ticks,
            found: count,
            counted: texts.found({ search: filter.search ?? '', count, isNarrowed: countFilters(filter) > 0 }),
            everyone: actTexts.tickAll(count),
          }}
        />
      )}
      <TickBar ticks={ticks} ticked={actTexts.ticked(ticks.count)}>
        <ServerButton onClick={() => begin('invite')}>Activatiemail</ServerButton>
        <ServerButton onClick={() => begin('department')}>Studierichting…</ServerButton>
        {classGroups.length > 0 && <ServerButton onClick={() => begin('class-group')}>Klas…</ServerButton>}
        <ServerButton onClick={() => begin('message')}>Bericht…</ServerButton>
        <ServerButton tone="danger" onClick={() => begin('delete')}>
          Verwijderen
        </ServerButton>
      </TickBar>
      {dialogs}
    </>
  )
}

const exportLink = (filter: UserFilter, order: Order | null): Link => {
  const asked = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))
  if (order) asked.set('sort', order.direction === 'descending' ? `-${order.key}` : order.key)
  return { method: 'GET', href: `${pathOf(exportUsers)}?${asked}` }
}

const isOnly = (filter: UserFilter, name: keyof UserFilter): boolean =>
  Object.entries(filter).every(([key, value]) => key === name || value === undefined)

const userListColumns = (filter: UserFilter): Column<User>[] => [
  {
    key: 'username',
    label: 'Gebruikersnaam',
    sortBy: 'server',
    cell: (user) => (
      <span data-layout="row 1 nowrap">
        <TickBox id={user.id} name={user.username} />
        <span className={styles.who}>
          {registerLabel(user) !== user.username && (
            <span className={styles.heading} translate="no">
              {registerLabel(user)}
            </span>
          )}
          <Address username={user.username} />
        </span>
      </span>
    ),
  },
  {
    key: 'first_name',
    label: 'Voornaam',
    sortBy: 'server',
    cell: ({ first_name }) => (
      <span className={styles.part} translate="no">
        {first_name}
      </span>
    ),
  },
  {
    key: 'last_name',
    label: 'Achternaam',
    sortBy: 'server',
    cell: ({ last_name }) => (
      <span className={styles.part} translate="no">
        {last_name}
      </span>
    ),
  },
  {
    key: 'student_number',
    label: texts.studentNumber,
    onTablet: 'hidden',
    cell: ({ student_number }) => (
      <span translate="no" data-text="figures">
        {student_number ?? '—'}
      </span>
    ),
  },
  {
    key: 'department',
    label: 'Studierichting',
    least: [8.5, 9.25],
    cell: ({ education_department_name, class_group }) => (
      <div>
        <span>{education_department_name ?? '—'}</span>
        {class_group && <p data-text="small muted">{classGroupLabel(class_group)}</p>}
      </div>
    ),
  },
  {
    key: 'type',
    label: 'Type',
    onTablet: 'hidden',
    cell: ({ roles: [role] }) => <span data-text="nowrap">{role === undefined ? 'Geen' : roleTexts[role].label}</span>,
  },
  { key: 'status', label: 'Status', least: [8.5, 8.5], cell: (user) => <AccountCell user={user} now={Date.now()} /> },
  {
    ...editColumn,
    cell: ({ id, username }) => (
      <EditLink
        to="/user/$userId/edit"
        params={{ userId: String(id) }}
        search={filter}
        what={`Gebruiker ${username}`}
        title="Wijzigen"
      />
    ),
  },
]

/** E-mail addresses break only before their '@', since all end alike, and are cut off without room. */
function Address({ username }: { username: string }) {
  const end = username.lastIndexOf('@')
  return (
    <span className={styles.address} title={username} translate="no">
      <span>{username.slice(0, end)}</span>
      <wbr />
      <span className={styles.domain}>{username.slice(end)}</span>
    </span>
  )
}

const signs = {
  activated: { tone: 'success', icon: 'check' },
  'no-letter': { tone: 'neutral', icon: 'minus' },
  invited: { tone: 'accent', icon: 'mail' },
  expired: { tone: 'warning', icon: 'clock' },
} as const

/** Whether the account is active with its last login, or the state of its invitation. */
function AccountCell({ user, now }: { user: User; now: number }) {
  const { last_login_at, invited_until } = user
  const status = accountStatusOf(user, now)
  const dateOf = (instant: string) => dateLabel(dayOf(Date.parse(instant)), now)
  return (
    <div className={styles.status}>
      <StatusLine {...signs[status]}>
        <span>{accountStatusTexts[status]}</span>
        {status === 'invited' && invited_until && <span>{` ${statusTexts.until(dateOf(invited_until))}`}</span>}
      </StatusLine>
      {status === 'activated' && (
        <p data-text="small muted" title={last_login_at ? instantLabel(last_login_at, now) : undefined}>
          {last_login_at ? statusTexts.lastLogin(dateOf(last_login_at)) : statusTexts.noLogin}
        </p>
      )}
    </div>
  )
}
