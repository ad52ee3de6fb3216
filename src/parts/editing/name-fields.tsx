import { useRef, useState } from 'react'
import type { User } from '#domain/users/user.schema.ts'
import { nameRefusalTexts, oneNameHint } from '#domain/users/user.texts.ts'
import { nameRefusals } from '#domain/users/user-edit.rules.ts'
import { TextField } from '#src/ui/field.tsx'

type Names = Pick<User, 'first_name' | 'last_name'>

const fields = [
  { name: 'first_name', label: 'Voornaam', autoComplete: 'given-name', hint: undefined },
  { name: 'last_name', label: 'Achternaam', autoComplete: 'family-name', hint: oneNameHint },
] as const

/** The fields in which somebody types their own name: a newcomer, and later in the settings. */
export function useNameFields(names: Names, onType: (typed: Partial<Names>) => void) {
  const [isChecked, setChecked] = useState(false)
  const inputs = useRef<Partial<Record<keyof Names, HTMLInputElement | null>>>({})
  const refusals = nameRefusals(names)
  const errorIn = (name: keyof Names) => {
    const refusal = isChecked ? refusals[name] : null
    return refusal ? nameRefusalTexts[refusal] : undefined
  }
  return {
    nameFields: fields.map(({ name, label, autoComplete, hint }) => (
      <TextField
        key={name}
        ref={(input) => {
          inputs.current[name] = input
        }}
        label={label}
        hint={hint}
        error={errorIn(name)}
        value={names[name]}
        onChange={({ target }) => onType({ [name]: target.value })}
        autoComplete={autoComplete}
        spellCheck={false}
      />
    )),
    /** Whether the names may be saved; from now on what is wrong stands beside its field, and the first of these has the focus. */
    checkNames: (): boolean => {
      const refused = fields.find(({ name }) => refusals[name])
      setChecked(true)
      if (refused) inputs.current[refused.name]?.focus()
      return !refused
    },
    /** The server accepted the names: what is typed next is checked when it is sent. */
    acceptNames: () => setChecked(false),
  }
}
