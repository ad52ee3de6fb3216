import { type FormEvent, useState } from 'react'
import { TextField } from '#src/ui/field.tsx'
import { typedNumberTexts as texts } from './plan.texts.ts'

interface TypedNumber {
  count: number
  typed: string
  isWrong: boolean
  edit: (typed: string) => void
}

/** The number of a large deletion, which is typed to confirm it; `count` is null for an act that needs no such care. */
export function useTypedNumber(count: number | null) {
  const [typed, edit] = useState('')
  const [isTried, setTried] = useState(false)
  const isRight = count === null || typed.trim().replaceAll('.', '') === String(count)
  const number: TypedNumber | null = count === null ? null : { count, typed, isWrong: isTried && !isRight, edit }
  return {
    number,
    /** Carries on once the right number is typed; marks the field otherwise. */
    confirm: (carryOn: () => void) => {
      setTried(true)
      if (isRight) carryOn()
    },
  }
}

interface TypedNumberFieldProps {
  number: TypedNumber
  /** Enter confirms as the button does. */
  onConfirm: () => void
}

export function TypedNumberField({ number: { count, typed, isWrong, edit }, onConfirm }: TypedNumberFieldProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm()
  }
  return (
    <form noValidate onSubmit={submit}>
      <TextField
        label={texts.label(count)}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={isWrong ? texts.wrong(count) : undefined}
        onChange={({ target }) => edit(target.value)}
      />
    </form>
  )
}
