import { useEffect, useRef, useState } from 'react'
import { TextField } from '#src/ui/field.tsx'
import { testmomentEditTexts as texts } from './testmoment-edit.texts.ts'

interface TimeFieldProps {
  label: string
  hint: string
  value: string
  /** why this time cannot be */
  problem: string | undefined
  onChange: (value: string) => void
}

/**
 * A date and a time, or nothing. A browser gives half of one as '' too, and tells them apart by `badInput` alone: the
 * form asks for that (`checkValidity`) before it takes '' for nothing. What is wrong is said once the field is left or
 * the form is sent: of 2026 the first digit is a year too, and one that has been.
 */
export function TimeField({ label, hint, value, problem, onChange }: TimeFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isTyping, setIsTyping] = useState(false)
  const [isHalf, setIsHalf] = useState(false)
  const judge = ({ validity }: HTMLInputElement) => {
    setIsTyping(false)
    setIsHalf(validity.badInput)
  }
  useEffect(() => field.current?.setCustomValidity(problem ?? ''), [problem])
  return (
    <TextField
      ref={field}
      label={label}
      type="datetime-local"
      hint={hint}
      error={isTyping ? undefined : isHalf ? texts.timeUnreadable : problem}
      value={value}
      onChange={(event) => {
        setIsTyping(true)
        onChange(event.target.value)
      }}
      onBlur={(event) => judge(event.currentTarget)}
      onInvalid={(event) => judge(event.currentTarget)}
    />
  )
}
