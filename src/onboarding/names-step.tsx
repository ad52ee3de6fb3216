import { useRef, useState } from 'react'
import { nameRefusalTexts, oneNameHint } from '#domain/users/user.texts.ts'
import { nameRefusals } from '#domain/users/user-edit.rules.ts'
import { TextField } from '#src/ui/field.tsx'
import styles from './step.module.css'
import { StepForm } from './step-form.tsx'
import { useStep } from './use-step.ts'

const fields = [
  { name: 'first_name', label: 'Voornaam', autoComplete: 'given-name', hint: undefined },
  { name: 'last_name', label: 'Achternaam', autoComplete: 'family-name', hint: oneNameHint },
] as const

export function NamesStep() {
  const view = useStep(1)
  const { names } = view.answers
  const [isChecked, setChecked] = useState(false)
  const inputs = useRef<Partial<Record<keyof typeof names, HTMLInputElement | null>>>({})

  const errorIn = (name: keyof typeof names) => {
    const refusal = isChecked ? nameRefusals(names)[name] : null
    return refusal ? nameRefusalTexts[refusal] : undefined
  }
  const mayBeSaved = () => {
    const refused = fields.find(({ name }) => nameRefusals(names)[name])
    setChecked(true)
    if (refused) inputs.current[refused.name]?.focus()
    return !refused
  }

  return (
    <>
      <h2>Welkom!</h2>
      <p className={styles.explanation} data-text="muted">
        In vier korte stappen is je account klaar voor gebruik. Je voor- en achternaam staan op de presentielijst van
        een toets: vul ze in zoals je opleiding je kent.
      </p>
      <StepForm step={1} view={view} mayBeSaved={mayBeSaved}>
        {fields.map(({ name, label, autoComplete, hint }) => (
          <TextField
            key={name}
            ref={(input) => {
              inputs.current[name] = input
            }}
            label={label}
            hint={hint}
            error={errorIn(name)}
            value={names[name]}
            onChange={({ target }) => view.send({ type: 'names.typed', names: { ...names, [name]: target.value } })}
            autoComplete={autoComplete}
            spellCheck={false}
          />
        ))}
      </StepForm>
    </>
  )
}
