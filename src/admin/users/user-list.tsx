import type { ListReply } from '#contract/endpoint.ts'
import { listUsers } from '#contract/users.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { EditLink } from '#src/parts/list-page/list-page.tsx'
import { LoadMoreButton, usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { type Column, Table } from '#src/ui/table.tsx'
import { loadUsers, type UserSort as Sort } from './load-users.ts'
import styles from './users.module.css'
import { usersTexts as texts } from './users.texts.ts'

interface UserListProps {
  api: Api
  /** what was searched for: of somebody found so, the way back leads to it */
  search: string
  first: ListReply<User>
}

/** Who was found, sorted by the server: what happens to be loaded says little about all. */
export function UserList({ api, search, first }: UserListProps) {
  const notify = useNotify()
  const list = usePagedList({
    api,
    target: listUsers,
    first,
    loadSorted: (sort: Sort) => loadUsers(api, search, sort),
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
        columns={columnsOf(search)}
      />
      <LoadMoreButton list={list}>Meer gebruikers laden</LoadMoreButton>
    </>
  )
}

const columnsOf = (search: string): Column<User>[] => [
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
    key: 'edit',
    label: 'Wijzigen',
    hideLabel: true,
    align: 'end',
    cell: ({ id, username }) => (
      <EditLink
        to="/user/$userId/edit"
        params={{ userId: String(id) }}
        search={search === '' ? {} : { search }}
        what={`Gebruiker ${username}`}
      />
    ),
  },
]
