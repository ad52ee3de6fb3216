import type { ListReply } from '#contract/endpoint.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import { EmptyList } from '#src/parts/list-page/list-page.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import { countFilters } from './user-filter.ts'
import styles from './users.module.css'
import { usersTexts as texts } from './users.texts.ts'

/** First page of the users found, with their total number. */
export type FoundUsers = ListReply<User> & { count?: number }

interface SearchOutcomeProps {
  filter: UserFilter
  found: FoundUsers | undefined
  /** the list itself shows the number */
  isCounted?: boolean
}

/** Number of users found, read aloud while the focus stays in the search. Rendered while empty too, to be announced at all. */
export const SearchOutcome = ({ filter, found, isCounted = false }: SearchOutcomeProps) => (
  <div role="status" aria-label="Gevonden" className={isCounted ? styles.counted : undefined}>
    {found && <Found filter={filter} isCounted={isCounted} {...found} />}
  </div>
)

type FoundProps = Required<Pick<SearchOutcomeProps, 'filter' | 'isCounted'>>

function Found({ filter, isCounted, entities, count = entities.length }: FoundUsers & FoundProps) {
  const { search = '' } = filter
  const isNarrowed = countFilters(filter) > 0
  if (entities.length === 0) return <EmptyList>{texts.nobody(search, isNarrowed)}</EmptyList>
  const text = texts.found({ search, count, isNarrowed })
  return isCounted ? <VisuallyHidden>{text}</VisuallyHidden> : <p>{text}</p>
}
