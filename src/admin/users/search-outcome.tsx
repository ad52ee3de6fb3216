import type { ListReply } from '#contract/list.ts'
import type { User } from '#domain/users/user.schema.ts'
import { Card } from '#src/ui/card.tsx'
import styles from './users.module.css'
import { usersTexts as texts } from './users.texts.ts'

interface SearchOutcomeProps {
  search: string
  found: ListReply<User> | undefined
}

/** How many were found, read aloud: the focus stays in the search. Also there while nothing is, or it would not be heard. */
export const SearchOutcome = ({ search, found }: SearchOutcomeProps) => (
  <div role="status" className={styles.outcome}>
    {found && <Found search={search} {...found} />}
  </div>
)

const Found = ({ search, entities, _links }: ListReply<User> & { search: string }) =>
  entities.length === 0 ? (
    <Card>{texts.nobody(search)}</Card>
  ) : (
    <p>{texts.found({ search, count: entities.length, hasMore: _links.next !== undefined })}</p>
  )
