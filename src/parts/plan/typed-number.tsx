import { useRef, useState } from 'react'
import { Form, TextField } from '#src/ui/field.tsx'
import { planTexts as texts } from './plan.texts.ts'

/**
 * Confirms a large act by its number, which the user types; `count` is null for an act that needs no such care. `confirm`
 * (the button or Enter) calls `carryOn` if the number is right, and otherwise marks the field, which gets the focus.
 */
export function useTypedNumber(count: number | null, carryOn: () => void) {
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isRight = count === null || typed.trim().replaceAll('.', '') === String(count)
  const confirm = () => {
    setTried(true)
    if (isRight) carryOn()
    else input.current?.focus()
  }
  const field = count !== null && (
    <Form onSubmit={confirm}>
      <TextField
        ref={input}
        label={texts.typedNumber(count)}
        inputMode="numeric"
        value={typed}
        error={isTried && !isRight ? texts.wrongNumber(count) : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
    </Form>
  )
  return { field, confirm }
}
