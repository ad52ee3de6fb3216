import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListReply } from '#contract/list.ts'
import type { User } from '#domain/users/user.schema.ts'
import { SearchForm } from './search-form.tsx'
import { SearchOutcome } from './search-outcome.tsx'
import styles from './users.module.css'

interface UsersScreenProps {
  /** what is searched for; empty for everybody */
  search: string
  /** the first of them; undefined until they are there */
  found: ListReply<User> | undefined
  /** the list of who was found */
  children: ReactNode
}

export function UsersScreen({ search, found, children }: UsersScreenProps) {
  const navigate = useNavigate()
  const find = (wanted: string) =>
    navigate({ to: '/admin/users', search: wanted === '' ? {} : { search: wanted }, resetScroll: false })
  return (
    <div className={styles.screen}>
      <SearchForm search={search} onSearch={find} />
      <div className={styles.about}>
        <p>
          <Link to="/admin/import/students">Studenten importeren</Link>
        </p>
        <SearchOutcome search={search} found={found} />
      </div>
      {children}
    </div>
  )
}
