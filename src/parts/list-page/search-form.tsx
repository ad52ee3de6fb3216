import { type FormEvent, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import styles from './list-page.module.css'

interface SearchFormProps {
  label: string
  /** search from the page's address, which the field follows */
  search: string
  onSearch: (search: string) => void
}

/** Search field of a list; its words are in the page's address. */
export function SearchForm({ label, search, onSearch }: SearchFormProps) {
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
      <form className={styles.search} data-layout="row 3 end" data-width="40" onSubmit={submit}>
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
