import { useState } from 'react'
import { TextField } from '#src/ui/field/text-field.tsx'
import { testmomentEditTexts as texts } from './testmoment-edit.texts.ts'

interface TimeFieldProps {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
}

/**
 * A date and a time, or nothing. A browser gives half of one as '' too, and tells them apart by `badInput` alone: the
 * form asks for that (`checkValidity`) before it takes '' for nothing.
 */
export function TimeField({ label, hint, value, onChange }: TimeFieldProps) {
  const [isHalf, setIsHalf] = useState(false)
  return (
    <TextField
      label={label}
      type="datetime-local"
      hint={hint}
      error={isHalf ? texts.timeUnreadable : undefined}
      value={value}
      onChange={(event) => {
        setIsHalf(false)
        onChange(event.target.value)
      }}
      onBlur={(event) => setIsHalf(event.target.validity.badInput)}
      onInvalid={() => setIsHalf(true)}
    />
  )
}
