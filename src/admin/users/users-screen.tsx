import { Link, useNavigate } from '@tanstack/react-router'
import type { ListReply } from '#contract/list.ts'
import type { User } from '#domain/user/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { SearchForm } from './search-form.tsx'
import { UserList } from './user-list.tsx'
import styles from './users.module.css'

interface UsersScreenProps {
  api: Api
  /** what is searched for; empty for everybody */
  search: string
  first: ListReply<User>
}

export function UsersScreen({ api, search, first }: UsersScreenProps) {
  const navigate = useNavigate()
  const find = (wanted: string) =>
    navigate({ to: '/admin/users', search: wanted === '' ? {} : { search: wanted }, resetScroll: false })
  return (
    <div className={styles.screen}>
      <SearchForm key={search} search={search} onSearch={find} />
      <p>
        <Link to="/admin/import/students">Studenten importeren</Link>
      </p>
      <UserList key={`list ${search}`} api={api} search={search} first={first} />
    </div>
  )
}
