import { type FormEvent, useState } from 'react'
import type { ListReply } from '#contract/endpoint.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { TextField } from '#src/ui/field.tsx'
import { countFilters } from './user-filter.ts'
import styles from './users.module.css'
import { usersTexts as texts } from './users.texts.ts'

interface SearchFormProps {
  label?: string
  /** as in the page's address, which the field follows */
  search: string
  onSearch: (search: string) => void
}

export function SearchForm({
  label = 'Zoek op naam, e-mailadres of studentnummer',
  search,
  onSearch,
}: SearchFormProps) {
  const [typed, setTyped] = useState(search)
  const [followed, setFollowed] = useState(search)
  const [asked, setAsked] = useState<string | null>(null)
  // Not by a new form for each search: the focus that was in it would be lost, and what was typed on meanwhile.
  if (search !== followed) {
    setFollowed(search)
    setAsked(null)
    if (search !== asked) setTyped(search)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = typed.trim()
    setAsked(wanted)
    onSearch(wanted)
  }
  return (
    <search>
      <form className={styles.search} onSubmit={submit}>
        <TextField
          label={label}
          type="search"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" tone="primary">
          Zoeken
        </Button>
      </form>
    </search>
  )
}

/** The first of those who were found, with how many there are. */
export type FoundUsers = ListReply<User> & { count?: number }

interface SearchOutcomeProps {
  filter: UserFilter
  found: FoundUsers | undefined
}

/** How many were found, read aloud: the focus stays in the search. Also there while nothing is, or it would not be heard. */
export const SearchOutcome = ({ filter, found }: SearchOutcomeProps) => (
  <div role="status" aria-label="Gevonden" className={styles.outcome}>
    {found && <Found filter={filter} {...found} />}
  </div>
)

function Found({ filter, entities, count = entities.length }: FoundUsers & { filter: UserFilter }) {
  const { search = '' } = filter
  const isNarrowed = countFilters(filter) > 0
  if (entities.length === 0) return <Card>{texts.nobody(search, isNarrowed)}</Card>
  return <p>{texts.found({ search, count, isNarrowed })}</p>
}
