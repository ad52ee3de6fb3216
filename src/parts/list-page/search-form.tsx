import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Form, TextField } from '#src/ui/field.tsx'
import styles from './list-page.module.css'

interface SearchFormProps {
  label: string
  /** search in the page's address; the field follows it */
  search: string
  onSearch: (search: string) => void
}

export function SearchForm({ label, search, onSearch }: SearchFormProps) {
  const [typed, setTyped] = useState(search)
  const [followed, setFollowed] = useState(search)
  const [asked, setAsked] = useState<string | null>(null)
  // The address changed. A `key` per search would remount the form, and lose the focus and the text typed since.
  if (search !== followed) {
    setFollowed(search)
    setAsked(null)
    if (search !== asked) setTyped(search)
  }
  const submit = () => {
    const wanted = typed.trim()
    setAsked(wanted)
    onSearch(wanted)
  }
  return (
    <search data-layout="grows" data-width="32">
      <Form className={styles.search} data-layout="row 3 nowrap end bare" data-width="40" onSubmit={submit}>
        <TextField
          label={label}
          placeholder={label}
          type="search"
          maxLength={200}
          autoComplete="on"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" tone="primary">
          Zoeken
        </Button>
      </Form>
    </search>
  )
}
