import { useRef, useState } from 'react'
import { followedFields } from '#domain/users/followed.rules.ts'
import { followedHints } from '#domain/users/followed.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import { nameRefusalTexts, oneNameHint } from '#domain/users/user.texts.ts'
import { nameRefusals } from '#domain/users/user-edit.rules.ts'
import { TextField } from '#src/ui/field.tsx'

type Names = Pick<User, 'first_name' | 'last_name'>

const fields = [
  { name: 'first_name', label: 'Voornaam', autoComplete: 'given-name', hint: undefined },
  { name: 'last_name', label: 'Achternaam', autoComplete: 'family-name', hint: oneNameHint },
] as const

/** Fields for onboarding and the settings. Names that follow the school's own system say where they are changed. */
export function useNameFields(names: Names, onType: (typed: Partial<Names>) => void, user: User) {
  const [isChecked, setChecked] = useState(false)
  const inputs = useRef<Partial<Record<keyof Names, HTMLInputElement | null>>>({})
  const refusals = nameRefusals(names)
  const errorIn = (name: keyof Names) => {
    const refusal = isChecked ? refusals[name] : null
    return refusal ? nameRefusalTexts[refusal] : undefined
  }
  const followed = followedFields(user)
  const isFollowed = (name: keyof Names) => followed.includes(name)
  return {
    /** both come from the school's own system: there is nothing to save */
    areFollowed: fields.every(({ name }) => isFollowed(name)),
    nameFields: fields.map(({ name, label, autoComplete, hint }) => (
      <TextField
        key={name}
        ref={(input) => {
          inputs.current[name] = input
        }}
        label={label}
        hint={isFollowed(name) ? followedHints.own : hint}
        readOnly={isFollowed(name)}
        error={errorIn(name)}
        value={names[name]}
        onChange={({ target }) => onType({ [name]: target.value })}
        autoComplete={autoComplete}
        spellCheck={false}
      />
    )),
    /** Returns whether the names may be saved. Shows each error from now on, and focuses the first faulty field. */
    checkNames: (): boolean => {
      const refused = fields.find(({ name }) => refusals[name])
      setChecked(true)
      if (refused) inputs.current[refused.name]?.focus()
      return !refused
    },
    /** The server accepted the names: text typed next is checked when it is sent. */
    acceptNames: () => setChecked(false),
  }
}
